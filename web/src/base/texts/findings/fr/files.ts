export const files = {
  'document.encrypted': 'Protégé par mot de passe ; contenu non examiné',
  'document.texts-encrypted': 'Texte chiffré ; non examiné',
  'document.macros': 'Contient des macros dans {modules} {modules?module|modules}',
  'document.macros-start': 'Macros exécutées automatiquement : {names}',
  'document.macros-run-programs': 'Le code des macros lance des programmes ({evidence})',
  'document.macros-make-objects': 'Le code des macros crée des objets COM ({evidence})',
  'document.macros-download': 'Le code des macros télécharge des fichiers ({evidence})',
  'document.macros-write-files': 'Le code des macros écrit des fichiers ({evidence})',
  'document.macros-call-system': 'Le code des macros appelle l’API Windows ({evidence})',
  'document.macros-registry': 'Le code des macros modifie le registre ({evidence})',
  'document.macros-hide': 'Code de macro obfusqué ({evidence})',
  'document.macros-look': 'Le code des macros profile la machine ({evidence})',
  'document.macros-stomped':
    'VBA stomping : source de {module} supprimée, code compilé conservé ({evidence})',
  'document.macros-damaged': 'Contient des macros impossibles à analyser : {reason:words}',
  'document.excel4': '{sheet:part} est une feuille de macros Excel 4.0 (XLM)',
  'document.odf-script': 'Contient la macro {name} ({language})',
  'document.odf-macro': 'Contient la macro {name} ({language})',
  'document.excel4-formula': 'Macro Excel 4.0 (XLM) dans une cellule : {formula}',
  'document.dde': 'Un champ ou une cellule DDE lance un programme : {command}',
  'document.link-script': 'Un lien exécute un script : {target:url}',
  'document.external-template':
    'Injection de modèle distant : charge un modèle depuis {target:url}',
  'document.external-object': 'Charge un objet distant depuis {target:url}',
  'document.external-frame': 'Charge un cadre distant depuis {target:url}',
  'document.external-document': 'Charge un document distant depuis {target:url}',
  'document.external-query': 'Charge des données de tableau distantes depuis {address:url}',
  'document.formula-sends': 'Une formule envoie le contenu de cellules à {address:url}',
  'document.opens-elsewhere': 'Ouvre {target:url} dès l’ouverture du document ({action})',
  'document.external-local': 'Charge ceci du réseau local : {what:words}, {target}',
  'document.external-workbook': 'Référence le classeur externe {target:url}',
  'document.activex': 'Contient le contrôle ActiveX {part}',
  'document.equation': 'Objet Éditeur d’équations intégré ({class}) ; exploitation connue',
  'document.equation-old': 'Objet Éditeur d’équations intégré ; exploitation connue',
  'document.object-loader':
    'Charge {class}, qui sert à contourner les protections anti-exploitation',
  'document.object-starts': 'Un objet intégré s’active sans clic',
  'document.object': 'Objet intégré de la classe {class}',
  'document.embedded-program': 'Exécutable intégré : {name}',
  'document.embedded-file': 'Fichier intégré : {name}',
  'document.rtf-header': 'En-tête RTF malformé, pour échapper aux antivirus : {start}',
  'document.script': 'Contient du JavaScript',
  'document.script-starts': 'Contient du JavaScript et une action exécutée à l’ouverture',
  'document.action-open': 'Exécute une action à l’ouverture, comme aller à une page',
  'document.launch': 'Lance {target:url}',
  'document.launch-document': 'Ouvre un autre PDF : {target}',
  'document.share':
    'Se connecte à {target:url}, ce qui peut divulguer le hash NTLM de l’utilisateur',
  'document.flash': 'Contient un média enrichi (Flash) que seuls des lecteurs obsolètes lisent',
  'document.xfa': 'Contient un formulaire XFA, qui peut inclure des scripts',
  'document.default-password':
    'Chiffré avec le mot de passe intégré d’Office : s’ouvre sans rien demander, mais les scanners ne voient que du texte chiffré',
  'document.default-password-old':
    'Chiffré avec le mot de passe intégré d’Excel, comme Excel 97-2003 le faisait pour les classeurs protégés',
  'document.formula-asks': 'Une formule appelle un service web : {address:url}',
  'document.xfa-code': 'Le formulaire XFA contient des scripts',
  'document.xfa-script': 'Le formulaire XFA exécute un script à l’ouverture : {evidence}',
  'document.names-disguised': 'Mots-clés PDF obfusqués (noms encodés en hexadécimal)',
  'file.extension': 'Extension trompeuse : nommé {named}, le contenu est {type}',
  'file.name-backwards':
    'Un caractère d’inversion de texte (RLO) dans le nom cache l’extension réelle',
  'file.name-double': 'Double extension : ressemble à un document mais est exécutable',
  'filename.extension': 'Extension du fichier : {extension}',
  'filename.no-extension': 'Sans extension de fichier',
  'filename.program': 'Exécutable ou script d’après son extension ({extension})',
  'filename.backwards':
    'Inversion du sens d’écriture : l’extension affichée de {name} n’est pas la vraie',
  'filename.double': 'Double extension : {name} ressemble à un document, mais s’exécute',
  'filename.spaces': 'Des espaces repoussent la vraie extension hors de vue : {name}',
  'filename.look-alike-letters':
    'Lettres d’autres alphabets dans l’extension : {name} se lit {shown}',
  'filename.stream': 'Exécutable dans un flux de données alternatif, que Windows cache : {name}',
  'filename.trailing':
    'Des points ou espaces finaux, que Windows retire, cachent un exécutable : {name}',
  'filename.lure': 'Exécutable nommé comme un document : {name}',
  'filename.remote':
    'Fichier sur l’hôte distant {host:value} ; l’ouvrir peut livrer le condensat NTLM',
  'file.test-virus':
    'Contient la chaîne de test EICAR, {bytes} {bytes?octet|octets} après le début',
  'file.polyglot':
    'Polyglotte : valable comme {type} et comme {second:words} ; les outils peuvent diverger',
  'file.script-in-picture': 'Script caché dans une image ({type}) : {evidence}',
  'archive.limit': 'Examen incomplet : limite atteinte pour {what:words} ({count})',
  'archive.overlap':
    'Bombe zip : des fichiers superposés annoncent {packed} {packed?octet compressé|octets compressés}, le fichier en compte {size}',
  'archive.disk-image-opened':
    'Image disque ({form}) : montée d’un double-clic, ses fichiers peuvent contourner Mark of the Web',
  'archive.disk-image': 'Image disque ({form}) ; contenu non examiné',
  'archive.two-in-one':
    'Deux archives concaténées : les outils peuvent en extraire des fichiers différents',
  'archive.bomb':
    'Bombe de décompression : {size} {size?octet devient|octets deviennent} {unpacked} ou plus',
  'archive.encrypted':
    '{members} {members?fichier chiffré non examiné|fichiers chiffrés non examinés} : aucun mot de passe connu ne convient',
  'archive.names-encrypted': 'Noms de fichiers chiffrés ({form}), ce qui bloque les antivirus',
  'archive.password-told':
    'S’ouvre avec un mot de passe donné dans le message, pour échapper aux antivirus',
  'archive.password-known': 'Chiffrée avec un mot de passe connu ou courant ; ouverte',
  'archive.method': '{path} non examiné : compression {method} non prise en charge',
  'archive.path-outside': 'Traversée de répertoires : {path} s’extrait hors du dossier cible',
  'archive.name-backwards': 'Caractère d’inversion de texte (RLO) dans un nom de fichier : {path}',
  'archive.name-double': 'Double extension : {path} ressemble à un document mais est exécutable',
  'archive.script-inside': 'Contient un script exécuté à l’ouverture : {path} ({extension})',
  'archive.program': 'Contient un exécutable ou un script : {path} ({extension})',
  'archive.lure': 'Leurre probable : {path} est exécutable ({extension}), et {why:words}',
  'archive.installer-actions':
    'Installeur avec {count} {count?action personnalisée|actions personnalisées}, comme {name}',
  'archive.installer-only-runs':
    'Installeur non signé qui n’installe aucun fichier et exécute seulement ceci : {what:words} ({name})',
  'archive.installer-command':
    'L’installeur exécute une commande, et {why:words} ({name}) : {command}',
  'archive.help-command': 'La page d’aide {path} lance un programme : {command}',
  'archive.java-program': 'Programme Java : l’ouvrir exécute {class}',
  'archive.java-command': 'La classe Java {path} exécute une commande, et {why:words} : {command}',
  'archive.android-permissions':
    'Application Android qui peut lire les SMS, contrôler l’écran et couvrir d’autres applications ou en installer : {permissions}',
  'archive.program-inside': 'Contient un exécutable : {path} ({extension})',
  'executable.overlay-script':
    'Un script est ajouté à la fin du programme ({size} {size?octet|octets}) : {evidence}',
  'executable.packer': 'Compressé avec {packer} (section {section})',
  'executable.packer-mark': 'Compressé avec {packer} (signature du packer trouvée)',
  'executable.writable-code': '{section:part} est à la fois inscriptible et exécutable',
  'executable.packed-code':
    '{section} a une entropie de {entropy} : code sans doute compressé ou chiffré',
  'executable.filled-at-run':
    'Section de code {section} vide sur le disque et remplie à l’exécution',
  'executable.entry-outside': 'Point d’entrée {address} hors de toute section',
  'executable.entry-no-code': 'Point d’entrée dans {section}, qui n’est pas du code',
  'executable.entry-last':
    'Point d’entrée dans la dernière section ({section}), typique des packers',
  'executable.overlay-program':
    'Un autre exécutable est ajouté à la fin ({size} {size?octet|octets})',
  'executable.overlay': 'Données ajoutées à la fin (overlay) : {size} {size?octet|octets}',
  'executable.injection': 'Ses imports permettent l’injection de processus : {functions}',
  'executable.key-logging': 'Ses imports permettent d’enregistrer les frappes : {functions}',
  'executable.download': 'Ses imports permettent de télécharger des fichiers : {functions}',
  'executable.credentials': 'Ses imports permettent le vol d’identifiants : {functions}',
  'executable.debuggers': 'Ses imports permettent de détecter un débogueur : {functions}',
  'executable.few-imports':
    '{count} {count?import seulement|imports seulement} : résout sans doute ses API à l’exécution',
  'executable.excel-addin': 'Complément Excel non signé, exécuté à l’ouverture ({name})',
  'executable.reflective-loader': 'Exporte un chargeur réflectif ({name}) : se charge sans fichier',
  'executable.stack': 'Demande une pile exécutable',
  'executable.no-sections': 'Table des sections supprimée',
  'executable.signed': 'Signé ; signature non vérifiée',
  'executable.unsigned': 'Non signé',
  'executable.tls': 'Callbacks TLS : du code peut s’exécuter avant le point d’entrée',
  'executable.stripped': 'Symboles supprimés',
  'executable.encrypted': 'Code chiffré, comme dans les paquets des boutiques d’applications',
  'certificate.dates-unreadable': 'Dates de validité illisibles',
  'certificate.expired': 'Expiré le {date:date}',
  'certificate.not-yet': 'Pas valable avant le {date:date}',
  'certificate.valid': 'Valable jusqu’au {date:date}',
  'certificate.long':
    'Valable {days} {days?jour|jours} ; les AC publiques émettent pour {longest} au plus',
  'certificate.weak': 'Cryptographie faible ({value}) : {why:words}',
  'certificate.self-signed': 'Non émis par une autre AC : {kind:words}',
  'certificate.container': 'Contient ceci : {value:words}. {meaning:words}',
}
