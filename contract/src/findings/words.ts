/**
 * Words that analyzers put into sentences themselves, for placeholders of the kinds `words` and `part` and
 * for missing values. `{}` is evidence. Reports contain them in English, and every language of the page has
 * each of them.
 */
export const words = [
  // What names and addresses are reserved for.
  'Tor hidden service',
  'I2P hidden service',
  'local network (multicast DNS)',
  'this machine',
  'home network',
  'private network',
  'private network by convention',
  'reserved for testing',
  'reserved for documentation',
  'guaranteed not to exist',
  'DNS infrastructure',
  'this host',
  'this network',
  'private',
  'carrier-grade NAT (CGN)',
  'loopback',
  'link-local, cloud metadata service',
  'link-local',
  'IETF protocol assignments',
  'documentation (TEST-NET-1)',
  'documentation (TEST-NET-2)',
  'documentation (TEST-NET-3)',
  'AS112 name servers',
  'automatic multicast tunneling',
  'deprecated 6to4 relays',
  'benchmarking',
  'multicast',
  'broadcast',
  'reserved for future use',
  'unspecified',
  'deprecated IPv4-compatible',
  'IPv4-mapped IPv6',
  'deprecated IPv4-translated',
  'IPv4 through NAT64',
  'IPv4 through local-use NAT64',
  'discard-only',
  'Teredo tunnel',
  'deprecated ORCHID',
  'ORCHIDv2',
  '6to4 tunnel',
  'segment routing',
  'private (unique local)',
  'deprecated site-local',
  'NAT64 target',
  '6to4 gateway',
  'Teredo server',
  'Teredo client',
  // How a name resembles another one.
  'homoglyphs',
  'look-alike characters',
  '{} replaces {}',
  'full name used as a subdomain',
  'name and sign-in words used as a subdomain',
  'look-alike characters in a subdomain',
  'name used as a subdomain',
  'one character different',
  'hyphen added',
  'words added',
  'name plus added words',
  'name inside another name',
  'same name under another TLD',
  // Addresses.
  'username',
  'username and password',
  'redirect',
  'AMP cache',
  // Records of mail in DNS.
  'more than {} terms',
  '{}: more than {} terms',
  '{}: two redirects',
  '{}: unknown term {}',
  '{} has no SPF record',
  '{} has {} SPF records',
  '{} includes itself',
  '{}: {} is not a network',
  '{}: ptr is deprecated',
  '{}: mx lists more than {} names',
  'needs {} or more lookups',
  '{} void lookups',
  'the limit is {}',
  // Vulnerabilities.
  'CVE IDs begin in {}',
  'no CVE ID for {} is assigned yet',
  'the number needs at least four digits',
  'longer numbers have no leading zero',
  'the number is too high for any year',
  'number zero is never assigned',
  // Lists and feeds.
  'paste and file hosting',
  'IP lookup services',
  'tunneling services',
  'dynamic DNS',
  'URL shorteners',
  'disposable email',
  'no reason in the feed',
  'unknown',
  'empty input',
  'a single line feed',
  'a single null byte',
  'EICAR test file',
  'EICAR test file with a line feed',
  'EICAR test file with carriage return and line feed',
  // Mails, user agents, tokens and codes.
  'The receiving server',
  'the sender',
  'an unknown location',
  'a script',
  'a vulnerability scanner',
  'an attack tool',
  'a built-in tool abused for downloads',
  'crawler',
  'library',
  'headless browser',
  'wifi',
  'contact',
  'calendar event',
  'sms',
  'phone number',
  'location',
  'one-time password',
  'payment',
  'text',
  // Files.
  'unpacked files',
  'unpacked bytes',
  'examined files',
  'seconds of unpacking',
  'the archive is encrypted',
  'its name imitates a document',
  'spaces hide the extension',
  'a library',
  'a command',
  'another package',
  'it downloads',
  'its command is encoded',
  'its command executes text as code',
  'it disables security software',
  'program',
  'zip archive',
  'rar archive',
  '7z archive',
  'PDF',
  'page',
  'A segment',
  'The table',
  'a program',
  'template',
  'object',
  'frame',
  'document',
  'workbook',
  'XSL with a script',
  'COM scriptlet',
  'desktop entry',
  'settings link',
  'Explorer command file (SCF)',
  'Windows library file',
  'Windows search link',
  'saved Windows search',
  'folder settings (desktop.ini)',
  'autorun file',
  'not signed',
  'over unencrypted HTTP',
  'from an IP address',
  'downloads and runs code',
  'runs encoded code',
  'sends data about the host',
  'the drives',
  'the clipboard',
  'smart cards',
  // Certificates and keys.
  'self-signed',
  'self-signed CA',
  'keys below 2048 bits can be broken',
  'curve too small',
  'its signature hash can be forged',
  'private key (PKCS#8)',
  'private key (PKCS#1)',
  'private key (SEC 1)',
  'private key (PKCS#8, encrypted)',
  'private key (encrypted)',
  'private key (OpenSSH)',
  'private key (PGP)',
  'private key (DSA)',
  'public key',
  'public key (PGP)',
  'certificate revocation list (CRL)',
  'certificate signing request (CSR)',
  'Unprotected private key: anyone with this file can use it',
  'Password-protected; key not examined',
  'Password-protected key store; contents not examined',
  'Public half of a key pair',
  'Certificates revoked by a CA',
  'Requests a certificate from a CA',
  'Encrypted or packaged message without certificates',
  'Signed data with {} certificates',
  'SSH authentication key',
  'Key for signing and decrypting email',
  'Public key for email',
  // Rules that come with the program.
  'no description',
  'Contains credential-dumper commands',
  'Windows executable encoded as base64',
  'Packed with UPX',
  'Infostealer: reads browser passwords and sends to a chat service',
  'Cryptominer that connects to a pool',
  'Ransom note text',
  'Shortcut starts a script host with a remote or encoded command',
  'RTF auto-updates an embedded object, as Equation Editor exploits do',
  'PDF starts a program or script on open',
  'Hidden PowerShell with an encoded command',
  'Hidden PowerShell downloads code and runs it in memory',
  'Disables AMSI',
  'Disables Microsoft Defender or adds exclusions',
  'Deletes shadow copies, as ransomware does',
  'LOLBin downloads or runs remote code',
  'Windows Script Host script downloads, saves and starts a file',
  'Reverse shell',
  'Cron job or startup script pipes a download into a shell',
  'PHP web shell',
  'ASP web shell',
  'JSP web shell',
  'HTML smuggling: the page builds and saves a file',
  'Phishing page sends passwords to a chat bot',
  // Kinds of lures in mail, and what is wrong with a signature.
  'extortion',
  'gift card fraud',
  'callback phishing',
  'payment diversion',
  'executive impersonation',
  'content changed',
  'not made with its certificate',
  // Between them.
  'and',
] as const

export type Word = (typeof words)[number]

/** What badges say and older reports hold, and the words that people read for it. */
const otherForms: Readonly<Record<string, Word>> = {
  testing: 'reserved for testing',
  documentation: 'reserved for documentation',
  'never exists': 'guaranteed not to exist',
  'private network, by custom': 'private network by convention',
  'infrastructure of DNS': 'DNS infrastructure',
  'shared address space of a provider (CGN)': 'carrier-grade NAT (CGN)',
  'link-local, metadata service of cloud machines': 'link-local, cloud metadata service',
  'former 6to4 relays': 'deprecated 6to4 relays',
  'former IPv4-compatible': 'deprecated IPv4-compatible',
  'IPv4 written as IPv6': 'IPv4-mapped IPv6',
  'former IPv4-translated': 'deprecated IPv4-translated',
  'IPv4 behind a translator (NAT64)': 'IPv4 through NAT64',
  'IPv4 behind a local translator': 'IPv4 through local-use NAT64',
  discarded: 'discard-only',
  'former ORCHID': 'deprecated ORCHID',
  'former site-local': 'deprecated site-local',
  'letters of other alphabets': 'homoglyphs',
  'letters and digits that look alike': 'look-alike characters',
  '{} stands for {}': '{} replaces {}',
  'the whole name in front of another one': 'full name used as a subdomain',
  'the name with words of a sign-in in front of another one':
    'name and sign-in words used as a subdomain',
  'letters and digits that look alike in front of another name':
    'look-alike characters in a subdomain',
  'the name in front of another one': 'name used as a subdomain',
  'one letter different': 'one character different',
  'a hyphen added': 'hyphen added',
  'with words added': 'words added',
  'the name with words added': 'name plus added words',
  'the name inside another one': 'name inside another name',
  'the same name under another suffix': 'same name under another TLD',
  'user name': 'username',
  'user name and password': 'username and password',
  'It has more than {} terms': 'more than {} terms',
  '{}: It has more than {} terms': '{}: more than {} terms',
  '{}: It has two redirects': '{}: two redirects',
  '{}: {} is not understood': '{}: unknown term {}',
  '{} leads back to itself': '{} includes itself',
  '{}: {} is no network': '{}: {} is not a network',
  '{}: ptr should not be used': '{}: ptr is deprecated',
  '{}: mx has more than {} names': '{}: mx lists more than {} names',
  'It needs {} lookups or more': 'needs {} or more lookups',
  '{} of its lookups find nothing': '{} void lookups',
  'receivers stop at {}': 'the limit is {}',
  'The list begins in {}': 'CVE IDs begin in {}',
  'No id of {} has been given out yet': 'no CVE ID for {} is assigned yet',
  'The number has at least four digits': 'the number needs at least four digits',
  'A longer number has no leading zero': 'longer numbers have no leading zero',
  'No year has had ten million ids': 'the number is too high for any year',
  'The number zero is not given out': 'number zero is never assigned',
  'paste and file hosts': 'paste and file hosting',
  'own address services': 'IP lookup services',
  tunnels: 'tunneling services',
  'dynamic dns': 'dynamic DNS',
  'short links': 'URL shorteners',
  'throw away mail': 'disposable email',
  'no reason given': 'no reason in the feed',
  'an unknown place': 'an unknown location',
  'a tool that looks for weak spots': 'a vulnerability scanner',
  'a part of the system that intruders use to download': 'a built-in tool abused for downloads',
  appointment: 'calendar event',
  telephone: 'phone number',
  place: 'location',
  'members that are unpacked': 'unpacked files',
  'bytes that are unpacked': 'unpacked bytes',
  'members that are looked at': 'examined files',
  'the name promises a document': 'its name imitates a document',
  'its command runs text as code': 'its command executes text as code',
  'it turns off protection': 'it disables security software',
  'starter of a desktop': 'desktop entry',
  'link to the settings': 'settings link',
  'command of Explorer (SCF)': 'Explorer command file (SCF)',
  'library of Windows': 'Windows library file',
  'search of Windows': 'Windows search link',
  'saved search of Windows': 'saved Windows search',
  'settings of a folder (desktop.ini)': 'folder settings (desktop.ini)',
  'self-signed authority': 'self-signed CA',
  'keys of less than 2048 bits can be broken': 'keys below 2048 bits can be broken',
  'the curve is too small': 'curve too small',
  'the hash of its signature can be forged': 'its signature hash can be forged',
  'revocation list': 'certificate revocation list (CRL)',
  'certificate request': 'certificate signing request (CSR)',
  'Whoever has this file can use the key: it has no password':
    'Unprotected private key: anyone with this file can use it',
  'The key is behind a password, so nothing about it can be told':
    'Password-protected; key not examined',
  'A store of keys and certificates behind a password, which was not tried':
    'Password-protected key store; contents not examined',
  'The public half of a pair of keys': 'Public half of a key pair',
  'Certificates that an authority has revoked': 'Certificates revoked by a CA',
  'Somebody asks an authority for a certificate with it': 'Requests a certificate from a CA',
  'A message that is encrypted or only packed, without certificates':
    'Encrypted or packaged message without certificates',
  'Signed data that carries {} certificates': 'Signed data with {} certificates',
  'A key for signing in over SSH': 'SSH authentication key',
  'A key for signing and decrypting mail': 'Key for signing and decrypting email',
  'The public half of a key for mail': 'Public key for email',
  'it has no description': 'no description',
  'It holds the commands of a tool that reads passwords out of the memory of Windows':
    'Contains credential-dumper commands',
  'A program of Windows stands in it as base64 text': 'Windows executable encoded as base64',
  'The program is packed with UPX': 'Packed with UPX',
  'It knows where browsers keep passwords and sends to a chat service':
    'Infostealer: reads browser passwords and sends to a chat service',
  'It mines coins for a pool': 'Cryptominer that connects to a pool',
  'It reads like the note that ransomware leaves': 'Ransom note text',
  'A shortcut starts a script host with something from the network or an encoded command':
    'Shortcut starts a script host with a remote or encoded command',
  'An RTF document updates an embedded object by itself, as exploits of the equation editor do':
    'RTF auto-updates an embedded object, as Equation Editor exploits do',
  'A PDF starts a program or a script as soon as it is opened':
    'PDF starts a program or script on open',
  'PowerShell is started without a window and with an encoded command':
    'Hidden PowerShell with an encoded command',
  'PowerShell fetches text without a window and runs it in memory':
    'Hidden PowerShell downloads code and runs it in memory',
  'It switches the antimalware interface of PowerShell off': 'Disables AMSI',
  'It switches parts of Microsoft Defender off or takes folders out of its sight':
    'Disables Microsoft Defender or adds exclusions',
  'It removes the copies from which Windows could be restored, as ransomware does':
    'Deletes shadow copies, as ransomware does',
  'A tool of Windows that is not made for it fetches or runs something from the network':
    'LOLBin downloads or runs remote code',
  'A script of the Windows Script Host fetches a file, writes it and starts it':
    'Windows Script Host script downloads, saves and starts a file',
  'It connects a shell to another machine': 'Reverse shell',
  'A line of cron or a start script pipes something from the network into a shell':
    'Cron job or startup script pipes a download into a shell',
  'PHP runs what a visitor sends': 'PHP web shell',
  'An ASP page runs what a visitor sends': 'ASP web shell',
  'A JSP page runs what a visitor sends': 'JSP web shell',
  'A page puts a file together from text and saves it without a request':
    'HTML smuggling: the page builds and saves a file',
  'A page sends what is typed into a password field to a bot of a chat service':
    'Phishing page sends passwords to a chat bot',
  'not by its certificate': 'not made with its certificate',
  'The key is behind a password, so nothing about it is known':
    'Password-protected; key not examined',
}

type Translate = (word: Word) => string

interface WithEvidence {
  readonly word: Word
  readonly form: RegExp
}

const byText: ReadonlyMap<string, Word> = new Map([
  ...words.map((word) => [word, word] as const),
  ...Object.entries(otherForms),
])
/** The longest text first: `{} has {} SPF records` before `{} replaces {}`. */
const withEvidence: readonly WithEvidence[] = [...byText]
  .filter(([text]) => text.includes('{}'))
  .toSorted(([a], [b]) => b.length - a.length)
  .map(([text, word]) => ({
    word,
    form: new RegExp(`^${text.split('{}').map(escaped).join('((?:(?![,;] ).){1,300}?)')}$`, 's'),
  }))

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/**
 * Our words in another language: the whole, otherwise each part of a list, otherwise unchanged. Evidence
 * in between goes through `show`.
 */
export function translateWords(
  text: string,
  translate: Translate,
  show: (evidence: string) => string,
): string {
  const one = (part: string): string | undefined => {
    const known = byText.get(part)
    if (known !== undefined) return translate(known)
    for (const { word, form } of withEvidence) {
      const found = form.exec(part)
      if (!found) continue
      const [, ...evidence] = found
      return translate(word).replaceAll('{}', () => show(evidence.shift() ?? ''))
    }
    return undefined
  }
  return (
    one(text) ??
    text
      .split(/(; |, | and )/)
      .map((part, index) =>
        index % 2 === 0
          ? (one(part) ?? show(part))
          : part === ' and '
            ? ` ${translate('and')} `
            : part,
      )
      .join('')
  )
}
