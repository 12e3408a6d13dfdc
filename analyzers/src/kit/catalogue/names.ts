import { doubt, fact, known, proof, strong } from './entry.ts'

export const nameFindings = {
  'domain.scripts': strong(
    ['Scripts', 'mixed in one label'],
    'One part of the name mixes letters of several alphabets',
    'T1036',
  ),
  'domain.resembles': doubt(['Resembles', '{value}'], 'The name resembles {value}', 'T1583.001'),
  'domain.generated': doubt(
    ['Generated', '{value}'],
    'The name looks made by a program (score {value})',
    'T1568.002',
  ),
  'url.scripts': strong(
    ['Scripts', 'mixed in one label'],
    'One part of the host mixes letters of several alphabets',
    'T1036',
  ),
  'url.resembles': doubt(['Resembles', '{value}'], 'The host resembles {value}', 'T1583.001'),
  'url.generated': doubt(
    ['Generated', '{value}'],
    'The host looks made by a program (score {value})',
    'T1568.002',
  ),
  'url.scheme': strong(
    ['Scheme', '{value}'],
    'The scheme {value} runs something instead of opening a page',
    'T1204.001',
  ),
  'url.credentials': strong(
    ['Credentials', 'a host name before the @'],
    'Before the @ stands a host name: readers take it for the host',
    'T1036',
  ),
  'url.disguised-address': strong(
    ['Host', 'disguised IP address'],
    'The address of the host is written so that nobody reads it as one',
    'T1036',
  ),
  'url.port': doubt(['Port', '{value}'], 'The port does not fit the scheme: {value}'),
  'url.double-ending': strong(
    ['Path', 'two file endings'],
    'The file looks like a document by its name and is run',
    'T1036.007',
  ),
  'url.control-characters': doubt(
    ['Encoding', 'control characters'],
    'Control characters are in the address',
    'T1036',
  ),
  'dns.sender-refused': doubt(
    ['Sender', '{value}'],
    'The domain does not let this address send: {value}',
    'T1656',
  ),
  'dns.everybody-sends': doubt(
    ['SPF', 'everybody may send'],
    'The record of the domain lets the whole world send in its name',
    'T1656',
  ),
  'rdap.young': doubt(['Age', '{value}'], 'The domain was registered {value} ago', 'T1583.001'),
  'cve.impossible': doubt(['Id', 'cannot exist'], 'No vulnerability can have this id'),
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
  'lists.blocked': proof(['Blocked', '{list}'], 'The block list {list} holds it: {entry}'),
  'lists.watched': doubt(['Watched', '{list}'], 'The watch list {list} holds it: {entry}'),
  'lists.allowed': known(['Allowed', '{list}'], 'The allow list {list} holds it: {entry}'),
  'lists.warning': fact(['Warning', '{list}'], 'The warning list "{list}" holds it: {entry}'),
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
  'hash.listed-bad': proof(['Listed', '{value}'], 'A list of bad files of yours names it: {value}'),
  'hash.listed-good': known(
    ['Listed', '{value}'],
    'A list of good files of yours names it: {value}',
  ),
}
