import { doubt, fact, known, proof, strong } from './entry.ts'

export const nameFindings = {
  'domain.special': fact(
    ['Special', '{use}'],
    '{name:domain} is a special-use name ({use:words}), not a public domain',
  ),
  'domain.suffix-unknown': fact(
    ['Suffix', 'unknown: {suffix}'],
    '{suffix:domain} is not a known TLD; {name:domain} may exist only on an internal network',
  ),
  'domain.hosted': fact(
    ['Hosted', '{suffix}'],
    '{name:domain} is a customer subdomain of {suffix:domain}; anyone can register one',
  ),
  'domain.international': fact(
    ['IDN', '{unicode}'],
    'Internationalized domain: {ascii:domain} displays as {unicode:domain}',
  ),
  'domain.scripts': strong(
    ['Scripts', 'mixed in one label'],
    'Mixed alphabets in one label ({label}): possible homograph attack',
    'T1036',
  ),
  'domain.resembles': doubt(
    ['Resembles', '{brand}'],
    'Look-alike of {brand:domain}: {name:domain} ({way:words})',
    'T1583.001',
  ),
  'domain.resembles-remotely': fact(
    ['Resembles', '{brand}'],
    '{name:domain} uses the name of {brand:domain}, possibly legitimately ({way:words})',
  ),
  'domain.generated': doubt(
    ['Generated', '{score}'],
    'Looks algorithmically generated (DGA): {name:domain}, score {score}',
    'T1568.002',
  ),
  'url.special': fact(
    ['Special', '{use}'],
    '{name:domain} is a special-use name ({use:words}), not a public domain',
  ),
  'url.suffix-unknown': fact(
    ['Suffix', 'unknown: {suffix}'],
    '{suffix:domain} is not a known TLD; {name:domain} may exist only on an internal network',
  ),
  'url.hosted': fact(
    ['Hosted', '{suffix}'],
    '{name:domain} is a customer subdomain of {suffix:domain}; anyone can register one',
  ),
  'url.international': fact(
    ['IDN', '{unicode}'],
    'Internationalized domain: {ascii:domain} displays as {unicode:domain}',
  ),
  'url.scripts': strong(
    ['Scripts', 'mixed in one label'],
    'Mixed alphabets in one label of the host ({label}): possible homograph attack',
    'T1036',
  ),
  'url.resembles': doubt(
    ['Resembles', '{brand}'],
    'Host is a look-alike of {brand:domain}: {name:domain} ({way:words})',
    'T1583.001',
  ),
  'url.resembles-remotely': fact(
    ['Resembles', '{brand}'],
    'Host {name:domain} uses the name of {brand:domain}, possibly legitimately ({way:words})',
  ),
  'url.generated': doubt(
    ['Generated', '{score}'],
    'Host looks algorithmically generated (DGA): {name:domain}, score {score}',
    'T1568.002',
  ),
  'url.scheme': strong(
    ['Scheme', '{scheme}'],
    'Scheme {scheme} launches a program instead of opening a web page',
    'T1204.001',
  ),
  'url.scheme-missing': fact(['Scheme', 'missing'], 'Scheme missing; browsers add one'),
  'url.scheme-other': fact(['Scheme', '{scheme}'], 'Not a web URL: scheme {scheme}'),
  'url.credentials': strong(
    ['Credentials', 'a host name before the @'],
    'Text before @ mimics a host ({shown:value}); the real host is {host:value}',
    'T1036',
  ),
  'url.user-name': fact(['Credentials', '{kind}'], 'URL contains a {kind:words} for {host:value}'),
  'url.shortener': fact(
    ['Shortener', '{host}'],
    'URL shortener {host:domain}: destination not examined',
  ),
  'url.address': fact(['Host', '{kind}'], 'Host is an IP address, not a domain: {address:ip}'),
  'url.disguised-address': strong(
    ['Host', 'disguised IP address'],
    'Obfuscated IP address: host {written:value} is {address:ip}',
    'T1036',
  ),
  'url.port': doubt(['Port', '{port} with {scheme}'], 'Port {port:code} is unusual for {scheme}'),
  'url.port-unusual': fact(['Port', '{port}'], 'Non-standard port {port:code}'),
  'url.double-ending': strong(
    ['Path', 'two file endings'],
    'Double extension: {file} looks like a document but is executable',
    'T1036.007',
  ),
  'url.program': fact(
    ['Path', 'program ({ending})'],
    'Links to an executable or script ({ending})',
  ),
  'url.program-from-address': doubt(
    ['Path', 'program from an address'],
    'Downloads {file} (executable or script) directly from IP address {address:ip}',
    'T1105',
  ),
  'url.escaped-twice': fact(
    ['Encoding', 'escaped twice'],
    'Double URL-encoded, which can bypass filters',
  ),
  'url.control-characters': doubt(
    ['Encoding', 'control characters'],
    'Control characters in the URL',
    'T1036',
  ),
  'url.attack': strong(['Attack', '{kind}'], 'Web attack in the URL ({kind}): {evidence}', 'T1190'),
  'url.long': fact(
    ['Length', '{length}'],
    'Unusually long URL: {length} {length?character|characters}',
  ),
  'url.wrapped': fact(
    ['Wrapped by', '{service}'],
    'Wrapped by {service:part}; leads to {target:url}',
  ),
  'url.mail-address': fact(
    ['Mail address', '{count}'],
    'Identifies the recipient: {count} {count?email address|email addresses}, such as {first:mail}',
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
    'SPF {result}: {name:domain} does not authorize {address:ip} to send',
    'T1656',
  ),
  'dns.sender': fact(
    ['Sender', '{result}'],
    'SPF result for {address:ip} at {name:domain}: {result}',
  ),
  'dns.everybody-sends': doubt(
    ['SPF', 'everybody may send'],
    'SPF of {name:domain} authorizes any server, so spoofed mail passes: {record}',
    'T1656',
  ),
  'dns.spf': fact(
    ['SPF', '{others}'],
    '{name:domain} publishes SPF; all other senders get {others}',
  ),
  'dns.spf-faulty': fact(['SPF', 'faulty'], 'Invalid SPF record on {name:domain}: {problem:words}'),
  'dns.no-spf': fact(['SPF', 'none published'], '{name:domain} publishes no SPF record'),
  'dns.dmarc': fact(['DMARC', '{policy}'], '{name:domain} publishes DMARC with policy {policy}'),
  'dns.no-dmarc': fact(['DMARC', 'none published'], '{name:domain} publishes no DMARC record'),
  'dns.name': fact(['Name', '{name}'], 'Reverse DNS (PTR) of {address:ip}: {name:domain}'),
  'dns.name-not-confirmed': fact(
    ['Name', 'does not lead back'],
    'Unconfirmed PTR: {name:domain} does not resolve back to {address:ip}',
  ),
  'dns.no-name': fact(['Name', 'none'], 'No reverse DNS (PTR) record for {address:ip}'),
  'rdap.young': doubt(
    ['Age', '{days} days'],
    'Newly registered: {value:value} is {days} {days?day|days} old',
    'T1583.001',
  ),
  'rdap.registered': fact(['Registered', '{date}'], '{value:value} was registered on {date:date}'),
  'rdap.not-registered': fact(['Registered', 'no'], '{value:value} is not registered'),
  'rdap.registrar': fact(['Registrar', '{owner}'], 'Registrar of {value:value}: {owner}'),
  'rdap.holder': fact(['Holder', '{owner}'], '{value:value} is registered to {owner}'),
  'rdap.country': fact(
    ['Country', '{country}'],
    '{value:value} is registered in {country:country}',
  ),
  'ip.reserved': fact(
    ['Reserved', '{meaning}'],
    '{value:ip} is not publicly routable: {meaning:words}',
  ),
  'ip.special': fact(
    ['Reserved', '{meaning}'],
    '{value:ip} is a special-purpose address: {meaning:words}',
  ),
  'ip.embedded': fact(['{kind}', '{inner}'], '{value:ip} embeds {inner:ip} ({kind:words})'),
  'ip.country': fact(
    ['Country', '{country}'],
    '{value:ip} geolocates to {country:country} ({source}, {built:date})',
  ),
  'ip.owner': fact(['Owner', '{owner}'], '{value:ip} belongs to {owner} ({source}, {built:date})'),
  'cve.impossible': doubt(['Id', 'cannot exist'], 'Invalid CVE ID {id}: {why:words}'),
  'cve.year': fact(
    ['Year', '{year}'],
    '{id} dates from {year:code}, {years} {years?year|years} ago',
  ),
}

/** What is listed elsewhere; how bad that is, the one who names the feed decides. */
export const feedFindings = {
  'feeds.malicious': proof(
    ['Listed', '{feed}'],
    'Listed in {feed}: {entry:value} ({why:words}); first seen {seen:date}, updated {age:minutes} ago',
  ),
  'feeds.suspicious': doubt(
    ['Listed', '{feed}'],
    'Listed in {feed}: {entry:value} ({why:words}); first seen {seen:date}, updated {age:minutes} ago',
  ),
  'feeds.noted': fact(
    ['Listed', '{feed}'],
    'Listed in {feed}: {entry:value} ({why:words}); first seen {seen:date}, updated {age:minutes} ago',
  ),
  'feeds.host': fact(
    ['Host of', '{feed}'],
    'Hosts URLs in {feed}: {entry:value} ({why:words}); first seen {seen:date}, updated {age:minutes} ago',
  ),
  'feeds.stale': fact(
    ['Stale', '{feed}'],
    'Feed {feed} is stale: last updated {age:minutes} ago, newer threats are missing',
  ),
  'feeds.empty': fact(['Not loaded', '{feed}'], 'Feed {feed} was never loaded; not checked'),
}

/** Lists of the organization, warning lists of MISP, and what sort of service a host is. */
export const listFindings = {
  'lists.blocked': proof(['Blocked', '{list}'], 'On block list “{list}”: {entry:value}'),
  'lists.watched': doubt(['Watched', '{list}'], 'On watch list “{list}”: {entry:value}'),
  'lists.allowed': known(['Allowed', '{list}'], 'On allow list “{list}”: {entry:value}'),
  'lists.warning': fact(
    ['Warning', '{list}'],
    'On MISP warning list “{list}”, a possible false positive: {entry:value}',
  ),
  'lists.service': fact(
    ['Service', '{list}'],
    '{entry:value} is a public service ({list:words}) that anyone can use',
  ),
}

const matches = 'YARA rule {rule} ({file}) matched: {description:words}'

/** The rule states how bad a match is, or its configuration does. */
export const yaraFindings = {
  'yara.malicious': proof(['Rule', '{rule}'], matches),
  'yara.suspicious': doubt(['Rule', '{rule}'], matches),
  'yara.noted': fact(['Rule', '{rule}'], matches),
}

export const hashFindings = {
  'hash.known-bad': proof(['Known', '{value}'], 'Known bad hash: {value:words}'),
  'hash.known-good': known(['Known', '{value}'], 'Known good hash: {value:words}'),
  'hash.listed-bad': proof(['Listed', '{value}'], 'On bad-hash list {list}: {value}'),
  'hash.listed-good': known(['Listed', '{value}'], 'On good-hash list {list}: {value}'),
}
