import { doubt, fact, known, proof, strong } from './entry.ts'

export const nameFindings = {
  'domain.special': fact(
    ['Special', '{use}'],
    '{name} is no name on the internet; it is set aside for this: {use}',
  ),
  'domain.suffix-unknown': fact(
    ['Suffix', 'unknown: {suffix}'],
    'No registry is known for {suffix}, so {name} may exist in a network of its own only',
  ),
  'domain.hosted': fact(
    ['Hosted', '{suffix}'],
    'Anybody gets a name under {suffix}, such as {name}: its owner is not who made this one',
  ),
  'domain.international': fact(['IDN', '{unicode}'], '{ascii} is shown as {unicode}'),
  'domain.scripts': strong(
    ['Scripts', 'mixed in one label'],
    'One part of the name, {label}, mixes letters of several alphabets',
    'T1036',
  ),
  'domain.resembles': doubt(
    ['Resembles', '{brand}'],
    'The name {name} resembles {brand}: {way}',
    'T1583.001',
  ),
  'domain.resembles-remotely': fact(
    ['Resembles', '{brand}'],
    'The name {name} has to do with {brand} or uses its name: {way}',
  ),
  'domain.generated': doubt(
    ['Generated', '{score}'],
    'The name {name} looks made by a program (score {score})',
    'T1568.002',
  ),
  'url.special': fact(
    ['Special', '{use}'],
    '{name} is no name on the internet; it is set aside for this: {use}',
  ),
  'url.suffix-unknown': fact(
    ['Suffix', 'unknown: {suffix}'],
    'No registry is known for {suffix}, so {name} may exist in a network of its own only',
  ),
  'url.hosted': fact(
    ['Hosted', '{suffix}'],
    'Anybody gets a name under {suffix}, such as {name}: its owner is not who made this one',
  ),
  'url.international': fact(['IDN', '{unicode}'], '{ascii} is shown as {unicode}'),
  'url.scripts': strong(
    ['Scripts', 'mixed in one label'],
    'One part of the host, {label}, mixes letters of several alphabets',
    'T1036',
  ),
  'url.resembles': doubt(
    ['Resembles', '{brand}'],
    'The host {name} resembles {brand}: {way}',
    'T1583.001',
  ),
  'url.resembles-remotely': fact(
    ['Resembles', '{brand}'],
    'The host {name} has to do with {brand} or uses its name: {way}',
  ),
  'url.generated': doubt(
    ['Generated', '{score}'],
    'The host {name} looks made by a program (score {score})',
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
    'Before the @ stands {shown}: readers take it for the host, which is {host}',
    'T1036',
  ),
  'url.user-name': fact(['Credentials', '{kind}'], 'It carries a {kind} for {host}'),
  'url.shortener': fact(
    ['Shortener', '{host}'],
    '{host} shortens addresses: where it leads to is not seen in it',
  ),
  'url.address': fact(['Host', '{kind}'], 'Its host is the address {address}, not a name'),
  'url.disguised-address': strong(
    ['Host', 'disguised IP address'],
    'Its host {written} is the address {address}, written so that nobody reads it as one',
    'T1036',
  ),
  'url.port': doubt(['Port', '{port} with {scheme}'], 'The port {port} does not fit {scheme}'),
  'url.port-unusual': fact(['Port', '{port}'], 'It uses the port {port}'),
  'url.double-ending': strong(
    ['Path', 'two file endings'],
    '{file} looks like a document by its name and is run',
    'T1036.007',
  ),
  'url.program': fact(['Path', 'program ({ending})'], 'It leads to a program or script ({ending})'),
  'url.program-from-address': doubt(
    ['Path', 'program from an address'],
    'It loads the program or script {file} from the bare address {address}',
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
  'url.long': fact(['Length', '{length}'], 'It has {length} characters'),
  'url.wrapped': fact(['Wrapped by', '{service}'], '{service} leads on to {target}'),
  'url.mail-address': fact(
    ['Mail address', '{count}'],
    'It names {count} mail addresses, such as {first}: whoever sent it knows who opens it',
  ),
  'dns.sender-refused': doubt(
    ['Sender', '{result}'],
    '{name} does not let {address} send in its name (SPF: {result})',
    'T1656',
  ),
  'dns.sender': fact(['Sender', '{result}'], 'SPF of {name} says about {address}: {result}'),
  'dns.everybody-sends': doubt(
    ['SPF', 'everybody may send'],
    'The record of {name} lets the whole world send in its name: {record}',
    'T1656',
  ),
  'dns.spf': fact(
    ['SPF', '{others}'],
    '{name} says who may send in its name (SPF); about all others it says {others}',
  ),
  'dns.spf-faulty': fact(['SPF', 'faulty'], 'The SPF record of {name} is faulty: {problem}'),
  'dns.no-spf': fact(['SPF', 'none published'], '{name} does not say who may send in its name'),
  'dns.dmarc': fact(
    ['DMARC', '{policy}'],
    '{name} asks receivers to treat forged mail like this: {policy}',
  ),
  'dns.no-dmarc': fact(
    ['DMARC', 'none published'],
    '{name} does not say what to do with forged mail',
  ),
  'dns.name': fact(['Name', '{name}'], '{address} is called {name}'),
  'dns.name-not-confirmed': fact(
    ['Name', 'does not lead back'],
    '{name} does not lead back to {address}: whoever holds the address can call it anything',
  ),
  'dns.no-name': fact(['Name', 'none'], '{address} has no name'),
  'rdap.young': doubt(
    ['Age', '{days} days'],
    '{value} was registered {days} days ago',
    'T1583.001',
  ),
  'rdap.registered': fact(['Registered', '{date}'], '{value} was registered on {date}'),
  'rdap.not-registered': fact(['Registered', 'no'], '{value} is not registered'),
  'rdap.registrar': fact(['Registrar', '{owner}'], '{value} was registered with {owner}'),
  'rdap.holder': fact(['Holder', '{owner}'], '{value} is held by {owner}'),
  'rdap.country': fact(['Country', '{country}'], '{value} is registered in {country}'),
  'ip.reserved': fact(
    ['Reserved', '{meaning}'],
    '{value} is not on the public internet: {meaning}',
  ),
  'ip.special': fact(['Reserved', '{meaning}'], '{value} is set aside for this: {meaning}'),
  'ip.embedded': fact(['{kind}', '{inner}'], '{value} carries the address {inner} ({kind})'),
  'ip.country': fact(['Country', '{country}'], '{value} is in {country}, says {source}'),
  'ip.owner': fact(['Owner', '{owner}'], '{value} belongs to {owner}, says {source}'),
  'cve.impossible': doubt(['Id', 'cannot exist'], 'No vulnerability can have the id {id}: {why}'),
  'cve.year': fact(['Year', '{year}'], '{id} was given out in {year}, {years} years ago'),
}

/** What is listed elsewhere; how bad that is, the one who names the feed decides. */
export const feedFindings = {
  'feeds.malicious': proof(
    ['Listed', '{feed}'],
    'The feed {feed} lists {entry} ({why}), first seen {seen}; it was refreshed {age} ago',
  ),
  'feeds.suspicious': doubt(
    ['Listed', '{feed}'],
    'The feed {feed} lists {entry} ({why}), first seen {seen}; it was refreshed {age} ago',
  ),
  'feeds.noted': fact(
    ['Listed', '{feed}'],
    'The feed {feed} lists {entry} ({why}), first seen {seen}; it was refreshed {age} ago',
  ),
  'feeds.host': fact(
    ['Host of', '{feed}'],
    'The feed {feed} lists addresses on this host, such as {entry} ({why}), first seen {seen}; it was refreshed {age} ago',
  ),
  'feeds.stale': fact(
    ['Stale', '{feed}'],
    'The feed {feed} was last refreshed {age} ago: what is newer is not in it',
  ),
  'feeds.empty': fact(
    ['Not loaded', '{feed}'],
    'The feed {feed} was never loaded: its list is empty',
  ),
}

/** Lists of the organization, warning lists of MISP, and what sort of service a host is. */
export const listFindings = {
  'lists.blocked': proof(['Blocked', '{list}'], 'It is on the block list "{list}": {entry}'),
  'lists.watched': doubt(['Watched', '{list}'], 'It is on the watch list "{list}": {entry}'),
  'lists.allowed': known(['Allowed', '{list}'], 'It is on the allow list "{list}": {entry}'),
  'lists.warning': fact(['Warning', '{list}'], 'It is on the warning list "{list}": {entry}'),
  'lists.service': fact(
    ['Service', '{list}'],
    '{entry} is in the starter list of {list}: anybody can be behind it',
  ),
}

const matches = 'It matches the rule {rule} of {file}: {description}'

/** A rule says itself how bad a match is, or whoever configures it does. */
export const yaraFindings = {
  'yara.malicious': proof(['Rule', '{rule}'], matches),
  'yara.suspicious': doubt(['Rule', '{rule}'], matches),
  'yara.noted': fact(['Rule', '{rule}'], matches),
}

export const hashFindings = {
  'hash.known-bad': proof(['Known', '{value}'], 'It is the hash of {value}'),
  'hash.known-good': known(['Known', '{value}'], 'It is the hash of {value}'),
  'hash.listed-bad': proof(['Listed', '{value}'], 'The list of bad files {list} names it: {value}'),
  'hash.listed-good': known(
    ['Listed', '{value}'],
    'The list of good files {list} names it: {value}',
  ),
}
