import { doubt, fact, known, proof, strong } from './entry.ts'

export const nameFindings = {
  'domain.special': fact(
    ['Special', '{use}'],
    '{name:domain} is no name on the internet; it is set aside for this: {use:words}',
  ),
  'domain.suffix-unknown': fact(
    ['Suffix', 'unknown: {suffix}'],
    'No registry is known for {suffix:domain}, so {name:domain} may exist in a network of its own only',
  ),
  'domain.hosted': fact(
    ['Hosted', '{suffix}'],
    'Anybody gets a name under {suffix:domain}, such as {name:domain}: its owner is not who made this one',
  ),
  'domain.international': fact(['IDN', '{unicode}'], '{ascii:domain} is shown as {unicode:domain}'),
  'domain.scripts': strong(
    ['Scripts', 'mixed in one label'],
    'One part of the name, {label}, mixes letters of several alphabets',
    'T1036',
  ),
  'domain.resembles': doubt(
    ['Resembles', '{brand}'],
    'The name {name:domain} resembles {brand:domain}: {way:words}',
    'T1583.001',
  ),
  'domain.resembles-remotely': fact(
    ['Resembles', '{brand}'],
    'The name {name:domain} has to do with {brand:domain} or uses its name: {way:words}',
  ),
  'domain.generated': doubt(
    ['Generated', '{score}'],
    'The name {name:domain} looks made by a program (score {score})',
    'T1568.002',
  ),
  'url.special': fact(
    ['Special', '{use}'],
    '{name:domain} is no name on the internet; it is set aside for this: {use:words}',
  ),
  'url.suffix-unknown': fact(
    ['Suffix', 'unknown: {suffix}'],
    'No registry is known for {suffix:domain}, so {name:domain} may exist in a network of its own only',
  ),
  'url.hosted': fact(
    ['Hosted', '{suffix}'],
    'Anybody gets a name under {suffix:domain}, such as {name:domain}: its owner is not who made this one',
  ),
  'url.international': fact(['IDN', '{unicode}'], '{ascii:domain} is shown as {unicode:domain}'),
  'url.scripts': strong(
    ['Scripts', 'mixed in one label'],
    'One part of the host, {label}, mixes letters of several alphabets',
    'T1036',
  ),
  'url.resembles': doubt(
    ['Resembles', '{brand}'],
    'The host {name:domain} resembles {brand:domain}: {way:words}',
    'T1583.001',
  ),
  'url.resembles-remotely': fact(
    ['Resembles', '{brand}'],
    'The host {name:domain} has to do with {brand:domain} or uses its name: {way:words}',
  ),
  'url.generated': doubt(
    ['Generated', '{score}'],
    'The host {name:domain} looks made by a program (score {score})',
    'T1568.002',
  ),
  'url.scheme': strong(
    ['Scheme', '{scheme}'],
    'The scheme {scheme} runs something instead of opening a page',
    'T1204.001',
  ),
  'url.scheme-missing': fact(['Scheme', 'missing'], 'It names no scheme; a browser adds one'),
  'url.scheme-other': fact(['Scheme', '{scheme}'], 'The scheme {scheme} is not that of a page'),
  'url.credentials': strong(
    ['Credentials', 'a host name before the @'],
    'Before the @ stands {shown:value}: readers take it for the host, which is {host:value}',
    'T1036',
  ),
  'url.user-name': fact(['Credentials', '{kind}'], 'It carries a {kind:words} for {host:value}'),
  'url.shortener': fact(
    ['Shortener', '{host}'],
    '{host:domain} shortens addresses: where it leads to is not seen in it',
  ),
  'url.address': fact(['Host', '{kind}'], 'Its host is the address {address:ip}, not a name'),
  'url.disguised-address': strong(
    ['Host', 'disguised IP address'],
    'Its host {written:value} is the address {address:ip}, written so that nobody reads it as one',
    'T1036',
  ),
  'url.port': doubt(['Port', '{port} with {scheme}'], 'The port {port:code} does not fit {scheme}'),
  'url.port-unusual': fact(['Port', '{port}'], 'It uses the port {port:code}'),
  'url.double-ending': strong(
    ['Path', 'two file endings'],
    '{file} looks like a document by its name and is run',
    'T1036.007',
  ),
  'url.program': fact(['Path', 'program ({ending})'], 'It leads to a program or script ({ending})'),
  'url.program-from-address': doubt(
    ['Path', 'program from an address'],
    'It loads the program or script {file} from the bare address {address:ip}',
    'T1105',
  ),
  'url.escaped-twice': fact(
    ['Encoding', 'escaped twice'],
    'Parts of it are escaped twice, which filters do not always undo',
  ),
  'url.control-characters': doubt(
    ['Encoding', 'control characters'],
    'Control characters are in the address',
    'T1036',
  ),
  'url.attack': strong(
    ['Attack', '{kind}'],
    'Carries an attack on the server ({kind}): {evidence}',
    'T1190',
  ),
  'url.long': fact(['Length', '{length}'], 'It has {length} {length?character|characters}'),
  'url.wrapped': fact(['Wrapped by', '{service}'], '{service:part} leads on to {target:url}'),
  'url.mail-address': fact(
    ['Mail address', '{count}'],
    'It names {count} {count?mail address|mail addresses}, such as {first:mail}: whoever sent it knows who opens it',
  ),
  'url.backslash': strong(
    ['Host', 'parsers disagree'],
    'Backslash before @: browsers open {host:value}, other programs {other:value}',
    'T1036',
  ),
  'url.normalized-host': strong(
    ['Host', 'look-alike characters'],
    'Host is written with characters that browsers replace: {written:value} is {host:value}',
    'T1036',
  ),
  'url.backwards': strong(
    ['Path', 'right-to-left override'],
    'Right-to-left override in the URL: part of it is displayed reversed',
    'T1036.002',
  ),
  'url.file-share': doubt(
    ['Host', 'file share'],
    'Opens a file share on {host:value}, which can leak the NTLM hash',
    'T1187',
  ),
  'url.file-share-internal': fact(
    ['Host', 'internal file share'],
    'File share on internal host {host:value}',
  ),
  'url.brand-in-path': doubt(
    ['Path', 'brand'],
    'Path imitates {brand:domain}, but the host is {host:value}',
    'T1656',
  ),
  'url.ipfs': fact(
    ['Host', 'IPFS gateway'],
    'File on IPFS, served by gateway {host:domain}: anyone can publish there',
  ),
  'url.ipfs-page': doubt(
    ['Host', 'page on IPFS'],
    'Web page on IPFS, served by gateway {host:domain}: likely phishing, as it cannot be taken down',
    'T1566.002',
  ),
  'url.mail-in-fragment': doubt(
    ['Fragment', 'email address'],
    'Fragment is the recipient’s email address ({first:mail}), as phishing kits write it',
    'T1566.002',
  ),
  'url.translated': doubt(
    ['Wrapped by', 'translation proxy'],
    'Sign-in page behind a translation proxy, which hides its host: {target:url}',
    'T1566.002',
  ),
  'mail-address.domain': fact(['Domain', '{domain}'], 'Domain of the address: {domain:domain}'),
  'mail-address.free': fact(['Provider', 'free'], 'Free email provider: {domain:domain}'),
  'mail-address.disposable': doubt(
    ['Provider', 'disposable'],
    'Disposable email provider: {domain:domain}',
    'T1585.002',
  ),
  'mail-address.look-alike': strong(
    ['Domain', 'look-alike'],
    'Look-alike of {brand:domain}: the address is at {domain:domain} ({way:words})',
    'T1656',
  ),
  'mail-address.free-brand': strong(
    ['Name', 'brand at a free provider'],
    'Poses as {brand:domain} with a free email account at {domain:domain}: {local}',
    'T1656',
  ),
  'mail-address.brand': doubt(
    ['Name', 'brand at another domain'],
    'Poses as {brand:domain} ({local}), but {domain:domain} is another domain',
    'T1656',
  ),
  'mail-address.scripts': strong(
    ['Scripts', 'mixed'],
    'Mixed alphabets in the address ({label}): possible homograph attack',
    'T1036',
  ),
  'mail-address.generated': doubt(
    ['Generated', '{score}'],
    'Domain looks algorithmically generated (DGA): {domain:domain}, score {score}',
    'T1568.002',
  ),
  'dns.sender-refused': doubt(
    ['Sender', '{result}'],
    '{name:domain} does not let {address:ip} send in its name (SPF: {result})',
    'T1656',
  ),
  'dns.sender': fact(
    ['Sender', '{result}'],
    'SPF of {name:domain} says about {address:ip}: {result}',
  ),
  'dns.everybody-sends': doubt(
    ['SPF', 'everybody may send'],
    'The record of {name:domain} lets the whole world send in its name: {record}',
    'T1656',
  ),
  'dns.spf': fact(
    ['SPF', '{others}'],
    '{name:domain} says who may send in its name (SPF); about all others it says {others}',
  ),
  'dns.spf-faulty': fact(
    ['SPF', 'faulty'],
    'The SPF record of {name:domain} is faulty: {problem:words}',
  ),
  'dns.no-spf': fact(
    ['SPF', 'none published'],
    '{name:domain} does not say who may send in its name',
  ),
  'dns.dmarc': fact(
    ['DMARC', '{policy}'],
    '{name:domain} asks receivers to treat forged mail like this: {policy}',
  ),
  'dns.no-dmarc': fact(
    ['DMARC', 'none published'],
    '{name:domain} does not say what to do with forged mail',
  ),
  'dns.name': fact(['Name', '{name}'], '{address:ip} is called {name:domain}'),
  'dns.name-not-confirmed': fact(
    ['Name', 'does not lead back'],
    '{name:domain} does not lead back to {address:ip}: whoever holds the address can call it anything',
  ),
  'dns.no-name': fact(['Name', 'none'], '{address:ip} has no name'),
  'rdap.young': doubt(
    ['Age', '{days} days'],
    '{value:value} was registered {days} {days?day|days} ago',
    'T1583.001',
  ),
  'rdap.registered': fact(['Registered', '{date}'], '{value:value} was registered on {date:date}'),
  'rdap.not-registered': fact(['Registered', 'no'], '{value:value} is not registered'),
  'rdap.registrar': fact(['Registrar', '{owner}'], '{value:value} was registered with {owner}'),
  'rdap.holder': fact(['Holder', '{owner}'], '{value:value} is held by {owner}'),
  'rdap.country': fact(
    ['Country', '{country}'],
    '{value:value} is registered in {country:country}',
  ),
  'ip.reserved': fact(
    ['Reserved', '{meaning}'],
    '{value:ip} is not on the public internet: {meaning:words}',
  ),
  'ip.special': fact(
    ['Reserved', '{meaning}'],
    '{value:ip} is set aside for this: {meaning:words}',
  ),
  'ip.embedded': fact(
    ['{kind}', '{inner}'],
    '{value:ip} carries the address {inner:ip} ({kind:words})',
  ),
  'ip.country': fact(
    ['Country', '{country}'],
    '{value:ip} is in {country:country}, says {source} of {built:date}',
  ),
  'ip.owner': fact(
    ['Owner', '{owner}'],
    '{value:ip} belongs to {owner}, says {source} of {built:date}',
  ),
  'cve.impossible': doubt(
    ['Id', 'cannot exist'],
    'No vulnerability can have the id {id}: {why:words}',
  ),
  'cve.year': fact(
    ['Year', '{year}'],
    '{id} was given out in {year:code}, {years} {years?year|years} ago',
  ),
}

/** What is listed elsewhere; how bad that is, the one who names the feed decides. */
export const feedFindings = {
  'feeds.malicious': proof(
    ['Listed', '{feed}'],
    'The feed {feed} lists {entry:value} ({why:words}), first seen: {seen:date}; it was refreshed {age:minutes} ago',
  ),
  'feeds.suspicious': doubt(
    ['Listed', '{feed}'],
    'The feed {feed} lists {entry:value} ({why:words}), first seen: {seen:date}; it was refreshed {age:minutes} ago',
  ),
  'feeds.noted': fact(
    ['Listed', '{feed}'],
    'The feed {feed} lists {entry:value} ({why:words}), first seen: {seen:date}; it was refreshed {age:minutes} ago',
  ),
  'feeds.host': fact(
    ['Host of', '{feed}'],
    'The feed {feed} lists addresses on this host, such as {entry:value} ({why:words}), first seen: {seen:date}; it was refreshed {age:minutes} ago',
  ),
  'feeds.stale': fact(
    ['Stale', '{feed}'],
    'The feed {feed} was last refreshed {age:minutes} ago: what is newer is not in it',
  ),
  'feeds.empty': fact(
    ['Not loaded', '{feed}'],
    'The feed {feed} was never loaded: its list is empty',
  ),
}

/** Lists of the organization, warning lists of MISP, and what sort of service a host is. */
export const listFindings = {
  'lists.blocked': proof(['Blocked', '{list}'], 'It is on the block list “{list}”: {entry:value}'),
  'lists.watched': doubt(['Watched', '{list}'], 'It is on the watch list “{list}”: {entry:value}'),
  'lists.allowed': known(['Allowed', '{list}'], 'It is on the allow list “{list}”: {entry:value}'),
  'lists.warning': fact(['Warning', '{list}'], 'It is on the warning list “{list}”: {entry:value}'),
  'lists.service': fact(
    ['Service', '{list}'],
    '{entry:value} is in the starter list of {list:words}: anybody can be behind it',
  ),
}

const matches = 'It matches the rule {rule} of {file}: {description:words}'

/** A rule says itself how bad a match is, or whoever configures it does. */
export const yaraFindings = {
  'yara.malicious': proof(['Rule', '{rule}'], matches),
  'yara.suspicious': doubt(['Rule', '{rule}'], matches),
  'yara.noted': fact(['Rule', '{rule}'], matches),
}

export const hashFindings = {
  'hash.known-bad': proof(['Known', '{value}'], 'It is the hash of {value:words}'),
  'hash.known-good': known(['Known', '{value}'], 'It is the hash of {value:words}'),
  'hash.listed-bad': proof(['Listed', '{value}'], 'The list of bad files {list} names it: {value}'),
  'hash.listed-good': known(
    ['Listed', '{value}'],
    'The list of good files {list} names it: {value}',
  ),
}
