export const files = {
  'document.encrypted':
    'Le document ne s’ouvre qu’avec un mot de passe : personne n’a regardé dedans',
  'document.texts-encrypted': 'Ses textes sont chiffrés et n’ont pas été lus',
  'document.macros': 'Le document a des macros dans {modules} {modules?module|modules}',
  'document.macros-start': 'Elles démarrent d’elles-mêmes : {names}',
  'document.macros-run-programs':
    'Des mots dans les macros disent : lance des programmes ({evidence})',
  'document.macros-make-objects': 'Des mots dans les macros disent : crée des objets ({evidence})',
  'document.macros-download': 'Des mots dans les macros disent : télécharge ({evidence})',
  'document.macros-write-files':
    'Des mots dans les macros disent : écrit des fichiers ({evidence})',
  'document.macros-call-system':
    'Des mots dans les macros disent : appelle le système ({evidence})',
  'document.macros-registry': 'Des mots dans les macros disent : modifie le registre ({evidence})',
  'document.macros-hide': 'Des mots dans les macros disent : cache ce qu’elle fait ({evidence})',
  'document.macros-look': 'Des mots dans les macros disent : examine la machine ({evidence})',
  'document.macros-stomped':
    'La source de la macro {module} a été retirée, mais sa forme compilée est là : {evidence}',
  'document.macros-damaged': 'Le document a des macros illisibles : {reason:words}',
  'document.excel4': '{sheet:part} est une feuille de macros Excel 4',
  'document.odf-script': 'Le document contient la macro {name} ({language})',
  'document.odf-macro': 'Le document contient la macro {name} ({language})',
  'document.excel4-formula': 'Une cellule exécute une macro Excel 4 : {formula}',
  'document.dde': 'Une cellule ou un champ lance un autre programme : {command}',
  'document.link-script': 'Le document mène à {target:url}',
  'document.external-template': 'Un modèle est chargé depuis {target:url}',
  'document.external-object': 'Un objet est chargé depuis {target:url}',
  'document.external-frame': 'Un cadre est chargé depuis {target:url}',
  'document.external-document': 'Un document est chargé depuis {target:url}',
  'document.external-query': 'Un tableau est chargé depuis {address:url}',
  'document.formula-sends':
    'Une formule interroge {address:url} et lui dit ce que contiennent d’autres cellules',
  'document.opens-elsewhere': 'Dès l’ouverture, le document va à {target:url} ({action})',
  'document.external-local':
    'Quelque chose ({what:words}) est chargé depuis {target}, dans le réseau local',
  'document.external-workbook': 'Un classeur est chargé depuis {target:url}',
  'document.activex': '{part} est un contrôle ActiveX',
  'document.equation':
    'Le document contient une équation de l’ancien éditeur ({class}), qui a des failles connues',
  'document.equation-old':
    'Le document contient une équation de l’ancien éditeur, qui a des failles connues',
  'document.object-loader':
    'Le document charge une bibliothèque qui sert à contourner des protections : {class}',
  'document.object-starts': 'Un de ses objets s’ouvre sans clic',
  'document.object': 'Le document contient un objet de la classe {class}',
  'document.embedded-program': '{name}, à l’intérieur, est un programme',
  'document.embedded-file': '{name} se trouve à l’intérieur',
  'document.rtf-header': 'Sa première ligne n’est pas celle d’un fichier RTF : {start}',
  'document.script': 'Le document contient un script',
  'document.script-starts': 'Le document contient un script et une action exécutée à l’ouverture',
  'document.action-open': 'Quelque chose se fait à l’ouverture, par exemple aller à une page',
  'document.launch': 'Le document lance {target:url}',
  'document.share': 'Le document ouvre {target:url}, ce qui livre la connexion de l’utilisateur',
  'document.flash': 'Le document contient un média que seuls d’anciens lecteurs jouent',
  'document.xfa': 'Le document contient un formulaire qui peut avoir des scripts',
  'document.default-password':
    'Chiffré avec le mot de passe intégré d’Office : s’ouvre sans rien demander, mais les scanners ne voient que du texte chiffré',
  'document.default-password-old':
    'Chiffré avec le mot de passe intégré d’Excel, comme Excel 97-2003 le faisait pour les classeurs protégés',
  'document.formula-asks': 'Une formule appelle un service web : {address:url}',
  'document.xfa-code': 'Le formulaire XFA contient des scripts',
  'document.xfa-script': 'Le formulaire XFA exécute un script à l’ouverture : {evidence}',
  'document.names-disguised': 'Le document écrit en chiffres les noms de choses dangereuses',
  'file.extension': 'Le nom et le contenu ne concordent pas : nommé {named}, c’est {type}',
  'file.name-backwards':
    'Un signe dans son nom retourne les lettres, si bien qu’on voit une autre terminaison',
  'file.name-double': 'Le fichier ressemble à un document par son nom, mais s’exécute',
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
    'Contient le texte du fichier de test EICAR, {bytes} {bytes?octet|octets} après le début',
  'file.polyglot':
    'C’est à la fois ceci : {type}, et cela : {second:words} ; chaque programme en lit ce qu’il connaît',
  'file.script-in-picture': 'Une image ({type}) contient le texte d’un script : {evidence}',
  'archive.limit': 'Une limite a été atteinte : {what:words} ({count})',
  'archive.overlap':
    'Ses membres se chevauchent : {packed} {packed?octet compressé|octets compressés} dans un fichier de {size}',
  'archive.disk-image-opened':
    'C’est une image disque ({form}) : Windows l’ouvre d’un clic, et ses fichiers ne sont pas marqués comme venant du web',
  'archive.disk-image': 'C’est une image disque ({form}) ; son contenu n’a pas été examiné',
  'archive.two-in-one':
    'Deux archives se suivent : certains programmes ouvrent la première, d’autres la dernière',
  'archive.bomb': '{size} {size?octet devient|octets deviennent} {unpacked} et plus',
  'archive.encrypted':
    '{members} {members?membre est chiffré et n’a pas été ouvert|membres sont chiffrés et n’ont pas été ouverts}',
  'archive.names-encrypted':
    'Même les noms de ses membres sont chiffrés ({form}), ce qui tient les scanners à l’écart',
  'archive.password-told':
    'S’ouvre avec un mot de passe donné dans le message qui l’entoure, ce qui tient les scanners à l’écart',
  'archive.password-known': 'Chiffrée avec un mot de passe connu ou usuel',
  'archive.method': '{path} est compressé avec {method}, qui n’est pas ouvert',
  'archive.path-outside': '{path} mène hors du dossier de décompression',
  'archive.name-backwards': '{path} s’affiche dans un autre ordre',
  'archive.name-double': '{path} ressemble à un document, mais s’exécute',
  'archive.script-inside': '{path} est un script ({extension}) qui s’exécute à l’ouverture',
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
  'archive.program-inside': '{path} est un programme ({extension}) qui s’exécute à l’ouverture',
  'executable.overlay-script':
    'Un script est ajouté à la fin du programme ({size} {size?octet|octets}) : {evidence}',
  'executable.packer': 'La section {section} est faite par {packer}',
  'executable.packer-mark': 'Porte la marque du compresseur {packer}',
  'executable.writable-code': '{section:part} peut être écrite et exécutée',
  'executable.packed-code': '{section} a une entropie de {entropy}',
  'executable.filled-at-run': '{section} est du code, et vide dans le fichier',
  'executable.entry-outside': 'Commence en dehors de ses sections, à {address}',
  'executable.entry-no-code': 'Commence dans {section}, qui n’est pas du code',
  'executable.entry-last': 'Commence dans sa dernière section {section}',
  'executable.overlay-program':
    'Un autre programme est attaché après sa fin ({size} {size?octet|octets})',
  'executable.overlay': 'D’autres données sont attachées après sa fin ({size} {size?octet|octets})',
  'executable.injection': 'Peut écrire dans un autre processus et y lancer du code : {functions}',
  'executable.key-logging': 'Peut observer ce qui est tapé dans d’autres programmes : {functions}',
  'executable.download': 'Peut charger un fichier du réseau en un appel : {functions}',
  'executable.credentials':
    'Peut lire des mots de passe enregistrés ou la mémoire qui les contient : {functions}',
  'executable.debuggers': 'Demande d’une façon inhabituelle si on l’observe : {functions}',
  'executable.few-imports':
    'N’importe presque rien ({count} {count?fonction|fonctions}) et cherche le reste à l’exécution',
  'executable.excel-addin':
    'C’est un complément qu’Excel exécute à l’ouverture ({name}), et personne ne l’a signé',
  'executable.reflective-loader': 'Peut se charger lui-même en mémoire sans fichier ({name})',
  'executable.stack': 'Demande une pile exécutable',
  'executable.no-sections': 'Sa table des sections a été retirée',
  'executable.signed': 'Porte une signature, qui n’a pas été vérifiée',
  'executable.unsigned': 'Ne porte pas de signature',
  'executable.tls': 'Du code peut s’exécuter avant son point d’entrée (TLS)',
  'executable.stripped': 'Les noms de ses propres fonctions ont été retirés',
  'executable.encrypted': 'Son code est chiffré, comme le fait une boutique d’applications',
  'certificate.dates-unreadable': 'Ses dates ne sont pas des dates',
  'certificate.expired': 'Le certificat a expiré le {date:date}',
  'certificate.not-yet': 'Le certificat est valable à partir du {date:date}',
  'certificate.valid': 'Le certificat est valable jusqu’au {date:date}',
  'certificate.long':
    'Le certificat est valable {days} {days?jour|jours} ; aucune autorité publique ne signe pour plus de {longest}',
  'certificate.weak': 'Le certificat est faible ({value}) : {why:words}',
  'certificate.self-signed': 'Le certificat est {kind:words} : personne d’autre n’en répond',
  'certificate.container': 'Contenu : {value:words}. {meaning:words}',
}
