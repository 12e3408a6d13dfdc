export const names = {
  'badge.says': '{who} : {what} vaut {value:value}.',
  'badge.notes': '{who} : {what}.',
  'badge.names': '{who} : {value:value}.',
  'verdict.allowed-yet-blocked':
    'Elle est dans votre liste d’autorisation « {allowed} », et pourtant dans la liste de blocage « {blocked} »',
  'verdict.allowed-yet-bad':
    'Elle est dans votre liste d’autorisation « {allowed} », et pourtant {bad} {bad?analyseur la dit|analyseurs la disent} mauvaise',
  'verdict.not-examined': 'Non examiné : {reason:words}',
  'verdict.disagree':
    'Les analyseurs ne sont pas d’accord : {safe} {safe?la dit|la disent} inoffensive, {bad} {bad?la dit|la disent} mauvaise',
  'domain.special':
    '{name:domain} n’est pas un nom d’internet ; il est réservé à ceci : {use:words}',
  'domain.suffix-unknown':
    'Aucun registre n’est connu pour {suffix:domain} : {name:domain} n’existe peut-être que dans un réseau privé',
  'domain.hosted':
    'N’importe qui obtient un nom sous {suffix:domain}, comme {name:domain} : son propriétaire n’est pas celui qui a créé ce nom',
  'domain.international': '{ascii:domain} s’affiche {unicode:domain}',
  'domain.scripts': 'Une partie du nom, {label}, mélange les lettres de plusieurs alphabets',
  'domain.resembles': 'Le nom {name:domain} ressemble à {brand:domain} : {way:words}',
  'domain.resembles-remotely':
    'Le nom {name:domain} a un lien avec {brand:domain} ou en utilise le nom : {way:words}',
  'domain.generated': 'Le nom {name:domain} semble fabriqué par un programme (score {score})',
  'url.special': '{name:domain} n’est pas un nom d’internet ; il est réservé à ceci : {use:words}',
  'url.suffix-unknown':
    'Aucun registre n’est connu pour {suffix:domain} : {name:domain} n’existe peut-être que dans un réseau privé',
  'url.hosted':
    'N’importe qui obtient un nom sous {suffix:domain}, comme {name:domain} : son propriétaire n’est pas celui qui a créé ce nom',
  'url.international': '{ascii:domain} s’affiche {unicode:domain}',
  'url.scripts': 'Une partie de l’hôte, {label}, mélange les lettres de plusieurs alphabets',
  'url.resembles': 'L’hôte {name:domain} ressemble à {brand:domain} : {way:words}',
  'url.resembles-remotely':
    'L’hôte {name:domain} a un lien avec {brand:domain} ou en utilise le nom : {way:words}',
  'url.generated': 'L’hôte {name:domain} semble fabriqué par un programme (score {score})',
  'url.scheme': 'Le schéma {scheme} exécute quelque chose au lieu d’ouvrir une page',
  'url.scheme-missing': 'Aucun schéma n’est indiqué ; le navigateur en ajoute un',
  'url.scheme-other': 'Le schéma {scheme} n’est pas celui d’une page',
  'url.credentials':
    'Devant le @ se trouve {shown:value} : on le prend pour l’hôte, qui est {host:value}',
  'url.user-name': 'Elle contient ceci pour {host:value} : {kind:words}',
  'url.shortener': '{host:domain} raccourcit les adresses : on n’y voit pas où elle mène',
  'url.address': 'Son hôte est l’adresse {address:ip}, pas un nom',
  'url.disguised-address':
    'Son hôte {written:value} est l’adresse {address:ip}, écrite pour que personne ne la reconnaisse',
  'url.port': 'Le port {port:code} ne va pas avec {scheme}',
  'url.port-unusual': 'Elle utilise le port {port:code}',
  'url.double-ending': '{file} ressemble à un document par son nom, mais s’exécute',
  'url.program': 'Elle mène à un programme ou à un script ({ending})',
  'url.program-from-address':
    'Elle charge le programme ou le script {file} depuis l’adresse nue {address:ip}',
  'url.escaped-twice':
    'Des parties sont codées deux fois, ce que les filtres ne défont pas toujours',
  'url.control-characters': 'L’adresse contient des caractères de contrôle',
  'url.attack': 'Contient une attaque contre le serveur ({kind}) : {evidence}',
  'url.long': 'Elle compte {length} {length?caractère|caractères}',
  'url.wrapped': '{service:part} mène à {target:url}',
  'url.mail-address':
    'Elle nomme {count} {count?adresse de messagerie|adresses de messagerie}, par exemple {first:mail} : l’expéditeur sait qui l’ouvre',
  'url.backslash':
    'Barre oblique inverse devant le @ : les navigateurs ouvrent {host:value}, d’autres programmes {other:value}',
  'url.normalized-host':
    'L’hôte est écrit avec des caractères que les navigateurs remplacent : {written:value} est {host:value}',
  'url.backwards': 'Inversion du sens d’écriture dans l’URL : une partie s’affiche à l’envers',
  'url.file-share':
    'Ouvre un partage de fichiers sur {host:value}, ce qui peut livrer le condensat NTLM',
  'url.file-share-internal': 'Partage de fichiers sur l’hôte interne {host:value}',
  'url.brand-in-path': 'Le chemin imite {brand:domain}, mais l’hôte est {host:value}',
  'url.ipfs':
    'Fichier sur IPFS, servi par la passerelle {host:domain} : n’importe qui peut y publier',
  'url.ipfs-page':
    'Page web sur IPFS, servie par la passerelle {host:domain} : hameçonnage probable, car elle ne peut être retirée',
  'url.mail-in-fragment':
    'Le fragment est l’adresse e-mail du destinataire ({first:mail}), comme l’écrivent les kits d’hameçonnage',
  'url.translated':
    'Page de connexion derrière un proxy de traduction, qui cache son hôte : {target:url}',
  'mail-address.domain': 'Domaine de l’adresse : {domain:domain}',
  'mail-address.free': 'Fournisseur de messagerie gratuit : {domain:domain}',
  'mail-address.disposable': 'Fournisseur d’adresses jetables : {domain:domain}',
  'mail-address.look-alike':
    'Imitation de {brand:domain} : l’adresse est chez {domain:domain} ({way:words})',
  'mail-address.free-brand':
    'Se fait passer pour {brand:domain} avec un compte gratuit chez {domain:domain} : {local}',
  'mail-address.brand':
    'Se fait passer pour {brand:domain} ({local}), mais {domain:domain} est un autre domaine',
  'mail-address.scripts':
    'Alphabets mélangés dans l’adresse ({label}) : attaque homographe possible',
  'mail-address.generated':
    'Le domaine semble généré par un algorithme (DGA) : {domain:domain}, score {score}',
  'dns.sender-refused':
    '{name:domain} n’autorise pas {address:ip} à envoyer en son nom (SPF : {result})',
  'dns.sender': 'Le SPF de {name:domain} dit de {address:ip} : {result}',
  'dns.everybody-sends':
    'L’enregistrement de {name:domain} laisse le monde entier envoyer en son nom : {record}',
  'dns.spf':
    '{name:domain} dit qui peut envoyer en son nom (SPF) ; de tous les autres, il dit {others}',
  'dns.spf-faulty': 'L’enregistrement SPF de {name:domain} est incorrect : {problem:words}',
  'dns.no-spf': '{name:domain} ne dit pas qui peut envoyer en son nom',
  'dns.dmarc': '{name:domain} demande de traiter ainsi le courrier falsifié : {policy}',
  'dns.no-dmarc': '{name:domain} ne dit pas que faire du courrier falsifié',
  'dns.name': '{address:ip} s’appelle {name:domain}',
  'dns.name-not-confirmed':
    '{name:domain} ne ramène pas à {address:ip} : le détenteur de l’adresse peut lui donner n’importe quel nom',
  'dns.no-name': '{address:ip} n’a pas de nom',
  'rdap.young': '{value:value} a été enregistré il y a {days} {days?jour|jours}',
  'rdap.registered': '{value:value} a été enregistré le {date:date}',
  'rdap.not-registered': '{value:value} n’est pas enregistré',
  'rdap.registrar': '{value:value} a été enregistré chez {owner}',
  'rdap.holder': '{value:value} est détenu par {owner}',
  'rdap.country': '{value:value} est enregistré dans ce pays : {country:country}',
  'ip.reserved': '{value:ip} n’est pas sur l’internet public : {meaning:words}',
  'ip.special': '{value:ip} est réservée à ceci : {meaning:words}',
  'ip.embedded': '{value:ip} contient l’adresse {inner:ip} ({kind:words})',
  'ip.country':
    '{value:ip} se trouve dans ce pays : {country:country}, selon {source} du {built:date}',
  'ip.owner': '{value:ip} appartient à {owner}, selon {source} du {built:date}',
  'cve.impossible': 'Aucune vulnérabilité ne peut porter l’identifiant {id} : {why:words}',
  'cve.year': '{id} a été attribué en {year:code}, il y a {years} {years?an|ans}',
  'feeds.malicious':
    'Le flux {feed} contient {entry:value} ({why:words}), vu pour la première fois : {seen:date} ; actualisé il y a {age:minutes}',
  'feeds.suspicious':
    'Le flux {feed} contient {entry:value} ({why:words}), vu pour la première fois : {seen:date} ; actualisé il y a {age:minutes}',
  'feeds.noted':
    'Le flux {feed} contient {entry:value} ({why:words}), vu pour la première fois : {seen:date} ; actualisé il y a {age:minutes}',
  'feeds.host':
    'Le flux {feed} contient des adresses de cet hôte, par exemple {entry:value} ({why:words}), vu pour la première fois : {seen:date} ; actualisé il y a {age:minutes}',
  'feeds.stale':
    'Le flux {feed} a été actualisé pour la dernière fois il y a {age:minutes} : ce qui est plus récent n’y est pas',
  'feeds.empty': 'Le flux {feed} n’a jamais été chargé : sa liste est vide',
  'lists.blocked': 'Elle est dans la liste de blocage « {list} » : {entry:value}',
  'lists.watched': 'Elle est dans la liste de surveillance « {list} » : {entry:value}',
  'lists.allowed': 'Elle est dans la liste d’autorisation « {list} » : {entry:value}',
  'lists.warning': 'Elle est dans la liste d’avertissement « {list} » : {entry:value}',
  'lists.service':
    '{entry:value} est dans la liste fournie « {list:words} » : n’importe qui peut se trouver derrière',
  'yara.malicious': 'La règle {rule} de {file} correspond : {description:words}',
  'yara.suspicious': 'La règle {rule} de {file} correspond : {description:words}',
  'yara.noted': 'La règle {rule} de {file} correspond : {description:words}',
  'hash.known-bad': 'C’est l’empreinte de : {value:words}',
  'hash.known-good': 'C’est l’empreinte de : {value:words}',
  'hash.listed-bad': 'La liste de mauvais fichiers {list} la contient : {value}',
  'hash.listed-good': 'La liste de bons fichiers {list} la contient : {value}',
}
