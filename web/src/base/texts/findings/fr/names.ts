export const names = {
  'badge.says': '{who} : {what} vaut {value:value}.',
  'badge.notes': '{who} : {what}.',
  'badge.names': '{who} : {value:value}.',
  'verdict.allowed-yet-blocked':
    'Conflit : dans la liste d’autorisation « {allowed} » et dans la liste de blocage « {blocked} »',
  'verdict.allowed-yet-bad':
    'Conflit : dans la liste d’autorisation « {allowed} », mais {bad} {bad?analyseur le signale|analyseurs le signalent}',
  'verdict.marked-safe': 'Marqué bénin par un analyste : {reason}',
  'verdict.marked-suspicious': 'Marqué suspect par un analyste : {reason}',
  'verdict.marked-malicious': 'Marqué malveillant par un analyste : {reason}',
  'verdict.not-examined': 'Non examiné : {reason:words}',
  'verdict.disagree':
    'Désaccord entre analyseurs : {safe} {safe?le dit|le disent} bénin, {bad} {bad?le signale|le signalent}',
  'domain.special': '{name:domain} est un nom à usage spécial ({use:words}), pas un domaine public',
  'domain.suffix-unknown':
    '{suffix:domain} n’est pas un TLD connu ; {name:domain} n’existe peut-être que sur un réseau interne',
  'domain.hosted':
    '{name:domain} est un sous-domaine client de {suffix:domain} ; n’importe qui peut en créer un',
  'domain.international': 'Domaine internationalisé : {ascii:domain} s’affiche {unicode:domain}',
  'domain.scripts':
    'Alphabets mélangés dans une partie du nom ({label}) : possible attaque par homographes',
  'domain.resembles': 'Imitation de {brand:domain} : {name:domain} ({way:words})',
  'domain.resembles-remotely':
    '{name:domain} utilise le nom de {brand:domain}, peut-être légitimement ({way:words})',
  'domain.generated': 'Semble généré par algorithme (DGA) : {name:domain}, score {score}',
  'url.special': '{name:domain} est un nom à usage spécial ({use:words}), pas un domaine public',
  'url.suffix-unknown':
    '{suffix:domain} n’est pas un TLD connu ; {name:domain} n’existe peut-être que sur un réseau interne',
  'url.hosted':
    '{name:domain} est un sous-domaine client de {suffix:domain} ; n’importe qui peut en créer un',
  'url.international': 'Domaine internationalisé : {ascii:domain} s’affiche {unicode:domain}',
  'url.scripts':
    'Alphabets mélangés dans une partie de l’hôte ({label}) : possible attaque par homographes',
  'url.resembles': 'L’hôte imite {brand:domain} : {name:domain} ({way:words})',
  'url.resembles-remotely':
    'L’hôte {name:domain} utilise le nom de {brand:domain}, peut-être légitimement ({way:words})',
  'url.generated': 'L’hôte semble généré par algorithme (DGA) : {name:domain}, score {score}',
  'url.scheme': 'Le schéma {scheme} lance un programme au lieu d’ouvrir une page',
  'url.scheme-missing': 'Schéma absent ; les navigateurs en ajoutent un',
  'url.scheme-other': 'Pas une URL du web : schéma {scheme}',
  'url.credentials':
    'Le texte avant @ imite un hôte ({shown:value}) ; l’hôte réel est {host:value}',
  'url.user-name': 'L’URL contient ceci pour {host:value} : {kind:words}',
  'url.shortener': 'Raccourcisseur d’URL {host:domain} : destination non examinée',
  'url.address': 'L’hôte est une adresse IP, pas un domaine : {address:ip}',
  'url.disguised-address': 'Adresse IP obfusquée : l’hôte {written:value} est {address:ip}',
  'url.port': 'Le port {port:code} est inhabituel pour {scheme}',
  'url.port-unusual': 'Port non standard {port:code}',
  'url.double-ending': 'Double extension : {file} ressemble à un document mais est exécutable',
  'url.program': 'Mène à un exécutable ou à un script ({ending})',
  'url.program-from-address':
    'Télécharge {file} (exécutable ou script) directement depuis l’adresse IP {address:ip}',
  'url.escaped-twice': 'Double encodage d’URL, qui peut contourner les filtres',
  'url.control-characters': 'Caractères de contrôle dans l’URL',
  'url.attack': 'Contient une attaque contre le serveur ({kind}) : {evidence}',
  'url.long': 'URL inhabituellement longue : {length} {length?caractère|caractères}',
  'url.wrapped': 'Encapsulée par {service:part} ; mène à {target:url}',
  'url.mail-address':
    'Identifie le destinataire : contient {count} {count?adresse e-mail|adresses e-mail}, comme {first:mail}',
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
  'dns.sender-refused': 'SPF {result} : {name:domain} n’autorise pas {address:ip} à envoyer',
  'dns.sender': 'Résultat SPF pour {address:ip} chez {name:domain} : {result}',
  'dns.everybody-sends':
    'Le SPF de {name:domain} autorise n’importe quel serveur, l’usurpation passe donc : {record}',
  'dns.spf': '{name:domain} publie SPF ; tout autre expéditeur obtient {others}',
  'dns.spf-faulty': 'Enregistrement SPF invalide sur {name:domain} : {problem:words}',
  'dns.no-spf': '{name:domain} ne publie pas d’enregistrement SPF',
  'dns.dmarc': '{name:domain} publie DMARC avec la politique {policy}',
  'dns.no-dmarc': '{name:domain} ne publie pas d’enregistrement DMARC',
  'dns.name': 'DNS inverse (PTR) de {address:ip} : {name:domain}',
  'dns.name-not-confirmed': 'PTR non confirmé : {name:domain} ne résout pas vers {address:ip}',
  'dns.no-name': 'Pas de DNS inverse (PTR) pour {address:ip}',
  'rdap.young': 'Enregistrement récent : {value:value} a {days} {days?jour|jours}',
  'rdap.registered': '{value:value} a été enregistré le {date:date}',
  'rdap.not-registered': '{value:value} n’est pas enregistré',
  'rdap.registrar': 'Bureau d’enregistrement de {value:value} : {owner}',
  'rdap.holder': '{value:value} est enregistré au nom de {owner}',
  'rdap.country': '{value:value} est enregistré dans ce pays : {country:country}',
  'ip.reserved': '{value:ip} n’est pas routable publiquement : {meaning:words}',
  'ip.special': '{value:ip} est une adresse à usage spécial : {meaning:words}',
  'ip.embedded': '{value:ip} contient {inner:ip} ({kind:words})',
  'ip.country': '{value:ip} est géolocalisée ici : {country:country} ({source}, {built:date})',
  'ip.owner': '{value:ip} appartient à {owner} ({source}, {built:date})',
  'cve.impossible': 'Identifiant CVE invalide {id} : {why:words}',
  'cve.year': '{id} date de {year:code}, il y a {years} {years?an|ans}',
  'feeds.malicious':
    'Listé dans {feed} : {entry:value} ({why:words}) ; vu pour la première fois : {seen:date}, flux mis à jour il y a {age:minutes}',
  'feeds.suspicious':
    'Listé dans {feed} : {entry:value} ({why:words}) ; vu pour la première fois : {seen:date}, flux mis à jour il y a {age:minutes}',
  'feeds.noted':
    'Listé dans {feed} : {entry:value} ({why:words}) ; vu pour la première fois : {seen:date}, flux mis à jour il y a {age:minutes}',
  'feeds.host':
    '{feed} liste des URL de cet hôte, comme {entry:value} ({why:words}) ; vu pour la première fois : {seen:date}, flux mis à jour il y a {age:minutes}',
  'feeds.stale':
    'Flux {feed} périmé : mis à jour il y a {age:minutes}, les menaces plus récentes manquent',
  'feeds.empty': 'Le flux {feed} n’a jamais été chargé ; non vérifié',
  'lists.blocked': 'Dans la liste de blocage « {list} » : {entry:value}',
  'lists.watched': 'Dans la liste de surveillance « {list} » : {entry:value}',
  'lists.allowed': 'Dans la liste d’autorisation « {list} » : {entry:value}',
  'lists.warning':
    'Dans la liste d’avertissement MISP « {list} », possible faux positif : {entry:value}',
  'lists.service': '{entry:value} est un service public ({list:words}) ouvert à tous',
  'yara.malicious': 'La règle YARA {rule} ({file}) correspond : {description:words}',
  'yara.suspicious': 'La règle YARA {rule} ({file}) correspond : {description:words}',
  'yara.noted': 'La règle YARA {rule} ({file}) correspond : {description:words}',
  'hash.known-bad': 'Empreinte malveillante connue : {value:words}',
  'hash.known-good': 'Empreinte bénigne connue : {value:words}',
  'hash.listed-bad': 'Dans la liste d’empreintes malveillantes {list} : {value}',
  'hash.listed-good': 'Dans la liste d’empreintes bénignes {list} : {value}',
}
