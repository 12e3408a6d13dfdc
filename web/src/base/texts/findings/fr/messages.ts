export const messages = {
  'mail.spf': '{server:domain} : SPF {result} pour {subject:value} ; serveur d’envoi non autorisé',
  'mail.dkim':
    '{server:domain} : DKIM {result} pour {subject:value} ; modifié, ou non signé par ce domaine',
  'mail.dmarc':
    '{server:domain} : DMARC {result} pour {subject:value} ; expéditeur affiché non authentifié',
  'mail.dmarc-list':
    '{server:domain} : DMARC {result} pour {subject:value} ; le message est passé par une liste de diffusion authentifiée',
  'mail.check-explained':
    '{server:domain} : {method} {result} pour {subject:value} ; une autre vérification authentifie l’expéditeur ou la liste de diffusion',
  'mail.sender-missing': 'Pas d’expéditeur (en-tête From absent)',
  'mail.sender-twice':
    'Plusieurs expéditeurs ; les logiciels en affichent de différents : {senders}',
  'mail.sender-name': 'Le nom affiché montre {shown:mail}, l’expéditeur réel est {address:mail}',
  'mail.reply-to': 'Les réponses vont à {elsewhere:mail}, pas à {address:mail}',
  'mail.reply-to-possible': 'Les réponses vont à {elsewhere:mail}, et non à {address:mail}',
  'mail.reply-to-list':
    'Les réponses vont à {elsewhere:mail}, et non à {address:mail}, selon la liste de diffusion {list:domain}',
  'mail.reply-to-bulk':
    'Les réponses vont à {elsewhere:mail}, et non à {address:mail} ; l’expéditeur est authentifié',
  'mail.sender': 'Envoyé par {sender:mail} pour le compte de {address:mail} (en-tête Sender)',
  'mail.return-path': 'Return-Path {sender:mail} différent de From {address:mail}',
  'mail.message-id': 'Message-ID généré chez {domain:domain}',
  'mail.brand-in-name':
    'Usurpe {brand} : nom affiché « {name} », mais {address:mail} est chez {domain:domain}',
  'mail.look-alike': '{address:mail} : {domain:domain} imite {brand:domain} ({way:words})',
  'mail.link-misleading': 'Un lien affiche {shown:value} mais ouvre {target:url}',
  'mail.link-elsewhere':
    'Un lien affiche {shown:value} et ouvre le traceur de clics {target:url} ; sa destination n’a pas été examinée',
  'mail.link-tracked':
    'Un lien affiche {shown:value} et ouvre {target:url}, le traceur de clics de l’expéditeur authentifié',
  'mail.link-script': 'Un lien exécute un script : {target:url}',
  'mail.form': 'Un formulaire dans le message envoie à {target:url}',
  'mail.password-field': 'Champ de mot de passe dans le message',
  'mail.script': 'Contient un script ; les logiciels de messagerie ne l’exécutent pas',
  'mail.lure': 'Probablement : {kind:words} (« {evidence} »)',
  'mail.lure-possible': 'Peut-être : {kind:words} (« {evidence} »)',
  'mail.thread-hijack':
    'Possible détournement de conversation : {address:mail} répond à un échange avec {other:mail}, auquel {domain:domain} n’a pas participé',
  'mail.signature':
    'La signature S/MIME correspond au contenu ; le certificat n’a pas été vérifié auprès d’une autorité',
  'mail.signature-broken': 'La signature S/MIME ne correspond pas : {why:words}',
  'mail.attachment-hidden':
    'Caractère d’inversion de texte (RLO) dans le nom de la pièce jointe : {name}',
  'mail.attachment-double': 'Double extension : {name} ressemble à un {shown} mais est exécutable',
  'mail.attachment-program': 'Pièce jointe exécutable : {name}',
  'mail.attachment-carrier':
    'Pièce jointe {name} : les fichiers {kind} livrent souvent des logiciels malveillants',
  'mail.attachment-page': 'Pièce jointe HTML {name} : souvent une fausse page de connexion',
  'user-agent.log4shell': 'Tentative Log4Shell (CVE-2021-44228) : {evidence}',
  'user-agent.shellshock': 'Tentative Shellshock (CVE-2014-6271) : {evidence}',
  'user-agent.script':
    'Tentative de cross-site scripting contre un lecteur de journaux : {evidence}',
  'user-agent.code': 'Tentative d’injection de code par inclusion de journal : {evidence}',
  'user-agent.sql': 'Tentative d’injection SQL : {evidence}',
  'user-agent.path': 'Tentative de traversée de répertoires : {evidence}',
  'user-agent.command': 'Contient une commande de shell : {evidence}',
  'user-agent.unknown': 'Ni navigateur ni programme connu : {text}',
  'user-agent.tool': 'S’identifie comme {program}, {why:words}',
  'user-agent.program': 'S’identifie comme {program} ({kind:words})',
  'user-agent.contradiction':
    'Contradictoire : annonce {systems:words}, qu’aucun appareil ne réunit',
  'user-agent.length':
    'Anormalement long : {length} caractères ; les navigateurs en envoient {longest} au plus',
  'user-agent.old-browser':
    'Se dit Internet Explorer, sans support depuis 2022 et courant chez les logiciels malveillants',
  'user-agent.bare': 'Trop court pour un navigateur : « {text} »',
  'jwt.unsigned': 'Jeton non signé (algorithme none)',
  'jwt.signature-missing': 'Signature absente ; l’en-tête déclare {algorithm}',
  'jwt.guessable': 'Secret faible ({secret}) : n’importe qui peut forger ce jeton',
  'jwt.odd-key-name':
    'L’identifiant de clé (kid) ressemble à un chemin ou à une injection : {name}',
  'jwt.own-key': 'L’en-tête fournit sa propre clé ({key}) ; elle doit être ignorée',
  'jwt.endless': 'N’expire jamais (pas de champ exp)',
  'jwt.expiry-unreadable': 'Champ exp invalide : pas un nombre de secondes',
  'jwt.expired': 'Expiré le {date:date}',
  'jwt.valid': 'Valable jusqu’au {date:date}',
  'jwt.long': 'Longue durée : valable plus de {years} {years?an|ans}',
  'jwt.encrypted': 'Jeton chiffré ; contenu non examiné',
  'jwt.not-yet': 'Pas valable avant le {date:date}',
  'jwt.future': 'Date d’émission dans le futur : {date:date}',
  'qr.code': 'Un code QR contient ceci ({kind:type}) : {text:value}',
  'qr.runs': 'Un code QR déclenche une action sur le téléphone : {text:value}',
  'text.found':
    'Contient {count} {count?observable|observables} de ce type : {type:type}, par exemple {first:value}',
}
