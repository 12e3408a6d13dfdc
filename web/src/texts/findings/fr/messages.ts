export const messages = {
  'mail.spf':
    '{server:domain} a vérifié SPF pour {subject:value} : {result}. La machine qui a envoyé le message ne peut pas envoyer pour ce domaine',
  'mail.dkim':
    '{server:domain} a vérifié DKIM pour {subject:value} : {result}. La signature ne convient pas : le message a été modifié ou n’a jamais été signé par ce domaine',
  'mail.dmarc':
    '{server:domain} a vérifié DMARC pour {subject:value} : {result}. Aucune vérification ne répond de l’expéditeur affiché',
  'mail.dmarc-list':
    '{server:domain} : DMARC {result} pour {subject:value} ; le message est passé par une liste de diffusion authentifiée',
  'mail.check-explained':
    '{server:domain} : {method} {result} pour {subject:value} ; une autre vérification authentifie l’expéditeur ou la liste de diffusion',
  'mail.sender-missing': 'Le message ne nomme pas d’expéditeur',
  'mail.sender-twice':
    'Le message nomme plusieurs fois son expéditeur ; les logiciels en affichent donc de différents : {senders}',
  'mail.sender-name': 'Le message affiche {shown:mail} et vient de {address:mail}',
  'mail.reply-to': 'Les réponses vont à {elsewhere:mail}, et non à {address:mail}',
  'mail.reply-to-possible': 'Les réponses vont à {elsewhere:mail}, et non à {address:mail}',
  'mail.reply-to-list':
    'Les réponses vont à {elsewhere:mail}, et non à {address:mail}, selon la liste de diffusion {list:domain}',
  'mail.reply-to-bulk':
    'Les réponses vont à {elsewhere:mail}, et non à {address:mail} ; l’expéditeur est authentifié',
  'mail.sender': '{sender:mail} l’a envoyé pour {address:mail}',
  'mail.return-path': 'Le message a été envoyé par {sender:mail} au nom de {address:mail}',
  'mail.message-id': 'Son identifiant a été créé chez {domain:domain}',
  'mail.brand-in-name':
    'L’expéditeur se fait appeler « {name} » et écrit depuis {address:mail} ; {domain:domain} n’est pas un domaine de {brand}',
  'mail.look-alike': '{address:mail} : {domain:domain} ressemble à {brand:domain} : {way:words}',
  'mail.link-misleading': 'Un lien affiche {shown:value} et mène à {target:url}',
  'mail.link-elsewhere':
    'Un lien affiche {shown:value} et ouvre le traceur de clics {target:url} ; sa destination n’a pas été examinée',
  'mail.link-tracked':
    'Un lien affiche {shown:value} et ouvre {target:url}, le traceur de clics de l’expéditeur authentifié',
  'mail.link-script': 'Un lien exécute {target:url}',
  'mail.form': 'Le message demande une saisie, qui va à {target:url}',
  'mail.password-field': 'Le message demande un mot de passe',
  'mail.script': 'Le message contient un script, qu’aucun logiciel de messagerie n’exécute',
  'mail.lure': 'Probablement : {kind:words} (« {evidence} »)',
  'mail.lure-possible': 'Peut-être : {kind:words} (« {evidence} »)',
  'mail.thread-hijack':
    'Possible détournement de conversation : {address:mail} répond à un échange avec {other:mail}, auquel {domain:domain} n’a pas participé',
  'mail.signature':
    'La signature S/MIME correspond au contenu ; le certificat n’a pas été vérifié auprès d’une autorité',
  'mail.signature-broken': 'La signature S/MIME ne correspond pas : {why:words}',
  'mail.attachment-hidden': '{name} : son nom est écrit à l’envers',
  'mail.attachment-double': '{name} : ressemble à un {shown} mais est un programme',
  'mail.attachment-program': '{name} : s’exécute à l’ouverture',
  'mail.attachment-carrier': '{name} : un {kind} peut contenir un programme',
  'mail.attachment-page': '{name} : une page jointe imite une connexion',
  'user-agent.log4shell':
    'Contient une recherche de journal qui charge du code étranger (CVE-2021-44228) : {evidence}',
  'user-agent.shellshock':
    'Contient une fonction shell avec des commandes (CVE-2014-6271) : {evidence}',
  'user-agent.script':
    'Contient un script pour qui affiche le journal dans un navigateur : {evidence}',
  'user-agent.code': 'Contient du code pour un serveur qui inclut son propre journal : {evidence}',
  'user-agent.sql': 'Contient une requête de base de données : {evidence}',
  'user-agent.path': 'Contient un chemin vers des fichiers du serveur : {evidence}',
  'user-agent.command': 'Contient une commande de shell : {evidence}',
  'user-agent.unknown': 'Ni navigateur ni programme connu : {text}',
  'user-agent.tool': 'Se présente comme {program}, {why:words}',
  'user-agent.program': 'Se présente comme {program} ({kind:words})',
  'user-agent.contradiction': 'Annonce {systems:words}, et aucun appareil ne fait tourner les deux',
  'user-agent.length':
    'Compte {length} caractères ; aucun navigateur n’en envoie plus de {longest}',
  'user-agent.old-browser':
    'Se présente comme Internet Explorer, sans support depuis 2022 et prisé des anciens logiciels malveillants',
  'user-agent.bare': 'Aucun navigateur n’envoie si peu : « {text} »',
  'jwt.unsigned': 'Le jeton demande à être cru sans signature',
  'jwt.signature-missing': 'Le jeton nomme {algorithm} et n’a pas de signature',
  'jwt.guessable': 'N’importe qui peut signer de tels jetons : le secret est {secret}',
  'jwt.odd-key-name': 'Le nom de la clé ressemble à un chemin ou à une requête : {name}',
  'jwt.own-key': 'L’en-tête apporte sa propre clé ({key}) ; un destinataire ne doit pas la suivre',
  'jwt.endless': 'Le jeton n’expire jamais',
  'jwt.expiry-unreadable': 'Le champ exp n’est pas un nombre de secondes',
  'jwt.expired': 'Le jeton a expiré le {date:date}',
  'jwt.valid': 'Le jeton est valable jusqu’au {date:date}',
  'jwt.long': 'Le jeton vit plus d’un an ({years} {years?année entière|années entières})',
  'jwt.encrypted': 'Le jeton est chiffré : seul le destinataire peut le lire',
  'jwt.not-yet': 'Le jeton est valable à partir du {date:date}',
  'jwt.future': 'Le jeton dit avoir été créé le {date:date}',
  'qr.code': 'Un code QR contient ceci ({kind:type}) : {text:value}',
  'qr.runs': 'Un code QR exécute quelque chose sur le téléphone : {text:value}',
  'text.found':
    'Contient {count} {count?valeur|valeurs} de ce type : {type:type}, par exemple {first:value}',
}
