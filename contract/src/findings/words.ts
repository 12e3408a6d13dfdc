/**
 * Words that analyzers put into sentences themselves, for placeholders of the kinds `words` and `part` and in
 * place of values that are missing. `{}` is evidence. They stand in reports in English, and every language of
 * the page has each of them.
 */
export const words = [
  // What names and addresses are set aside for.
  'Tor hidden service',
  'I2P hidden service',
  'local network (multicast DNS)',
  'this machine',
  'home network',
  'private network',
  'private network, by custom',
  'testing',
  'documentation',
  'never exists',
  'infrastructure of DNS',
  'this host',
  'this network',
  'private',
  'shared address space of a provider (CGN)',
  'loopback',
  'link-local, metadata service of cloud machines',
  'link-local',
  'IETF protocol assignments',
  'documentation (TEST-NET-1)',
  'documentation (TEST-NET-2)',
  'documentation (TEST-NET-3)',
  'AS112 name servers',
  'automatic multicast tunneling',
  'former 6to4 relays',
  'benchmarking',
  'multicast',
  'broadcast',
  'reserved for future use',
  'unspecified',
  'former IPv4-compatible',
  'IPv4 written as IPv6',
  'former IPv4-translated',
  'IPv4 behind a translator (NAT64)',
  'IPv4 behind a local translator',
  'discarded',
  'Teredo tunnel',
  'former ORCHID',
  'ORCHIDv2',
  '6to4 tunnel',
  'segment routing',
  'private (unique local)',
  'former site-local',
  'NAT64 target',
  '6to4 gateway',
  'Teredo server',
  'Teredo client',
  // How a name resembles another one.
  'letters of other alphabets',
  'letters and digits that look alike',
  '{} stands for {}',
  'the whole name in front of another one',
  'the name with words of a sign-in in front of another one',
  'letters and digits that look alike in front of another name',
  'the name in front of another one',
  'one letter different',
  'a hyphen added',
  'with words added',
  'the name with words added',
  'the name inside another one',
  'the same name under another suffix',
  // Addresses.
  'user name',
  'user name and password',
  'redirect',
  'AMP cache',
  // Records of mail in DNS.
  'It has more than {} terms',
  '{}: It has more than {} terms',
  '{}: It has two redirects',
  '{}: {} is not understood',
  '{} has no SPF record',
  '{} has {} SPF records',
  '{} leads back to itself',
  '{}: {} is no network',
  '{}: ptr should not be used',
  '{}: mx has more than {} names',
  'It needs {} lookups or more',
  '{} of its lookups find nothing',
  'receivers stop at {}',
  // Vulnerabilities.
  'The list begins in {}',
  'No id of {} has been given out yet',
  'The number has at least four digits',
  'A longer number has no leading zero',
  'No year has had ten million ids',
  'The number zero is not given out',
  // Lists and feeds.
  'paste and file hosts',
  'own address services',
  'tunnels',
  'dynamic dns',
  'short links',
  'throw away mail',
  'no reason given',
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
  'an unknown place',
  'a script',
  'a tool that looks for weak spots',
  'an attack tool',
  'a part of the system that intruders use to download',
  'crawler',
  'library',
  'headless browser',
  'wifi',
  'contact',
  'appointment',
  'sms',
  'telephone',
  'place',
  'one-time password',
  'payment',
  'text',
  // Files.
  'members that are unpacked',
  'bytes that are unpacked',
  'members that are looked at',
  'seconds of unpacking',
  'the archive is encrypted',
  'the name promises a document',
  'spaces hide the extension',
  'a library',
  'a command',
  'another package',
  'it downloads',
  'its command is encoded',
  'its command runs text as code',
  'it turns off protection',
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
  'starter of a desktop',
  'link to the settings',
  'command of Explorer (SCF)',
  'library of Windows',
  'search of Windows',
  'saved search of Windows',
  'settings of a folder (desktop.ini)',
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
  'self-signed authority',
  'keys of less than 2048 bits can be broken',
  'the curve is too small',
  'the hash of its signature can be forged',
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
  'revocation list',
  'certificate request',
  'Whoever has this file can use the key: it has no password',
  'The key is behind a password, so nothing about it can be told',
  'A store of keys and certificates behind a password, which was not tried',
  'The public half of a pair of keys',
  'Certificates that an authority has revoked',
  'Somebody asks an authority for a certificate with it',
  'A message that is encrypted or only packed, without certificates',
  'Signed data that carries {} certificates',
  'A key for signing in over SSH',
  'A key for signing and decrypting mail',
  'The public half of a key for mail',
  // Rules that come with the program.
  'it has no description',
  'It holds the commands of a tool that reads passwords out of the memory of Windows',
  'A program of Windows stands in it as base64 text',
  'The program is packed with UPX',
  'It knows where browsers keep passwords and sends to a chat service',
  'It mines coins for a pool',
  'It reads like the note that ransomware leaves',
  'A shortcut starts a script host with something from the network or an encoded command',
  'An RTF document updates an embedded object by itself, as exploits of the equation editor do',
  'A PDF starts a program or a script as soon as it is opened',
  'PowerShell is started without a window and with an encoded command',
  'PowerShell fetches text without a window and runs it in memory',
  'It switches the antimalware interface of PowerShell off',
  'It switches parts of Microsoft Defender off or takes folders out of its sight',
  'It removes the copies from which Windows could be restored, as ransomware does',
  'A tool of Windows that is not made for it fetches or runs something from the network',
  'A script of the Windows Script Host fetches a file, writes it and starts it',
  'It connects a shell to another machine',
  'A line of cron or a start script pipes something from the network into a shell',
  'PHP runs what a visitor sends',
  'An ASP page runs what a visitor sends',
  'A JSP page runs what a visitor sends',
  'A page puts a file together from text and saves it without a request',
  'A page sends what is typed into a password field to a bot of a chat service',
  // Kinds of lures in mail, and what is wrong with a signature.
  'extortion',
  'gift card fraud',
  'callback phishing',
  'payment diversion',
  'executive impersonation',
  'content changed',
  'not by its certificate',
  // Between them.
  'and',
] as const

export type Word = (typeof words)[number]

type Translate = (word: Word) => string

interface WithEvidence {
  readonly word: Word
  readonly form: RegExp
}

const isKnown: ReadonlySet<string> = new Set(words)
/** Those with the most words of ours first: `{} has {} SPF records` before `{} stands for {}`. */
const withEvidence: readonly WithEvidence[] = words
  .filter((word) => word.includes('{}'))
  .toSorted((a, b) => b.length - a.length)
  .map((word) => ({
    word,
    form: new RegExp(`^${word.split('{}').map(escaped).join('((?:(?![,;] ).){1,300}?)')}$`, 's'),
  }))

function escaped(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&')
}

/**
 * Words of ours in another language: the whole, else each part of a list, else as they stand. Evidence in
 * between goes through `show`.
 */
export function translateWords(
  text: string,
  translate: Translate,
  show: (evidence: string) => string,
): string {
  const one = (part: string): string | undefined => {
    if (isKnown.has(part)) return translate(part as Word)
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
