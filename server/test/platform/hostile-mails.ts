import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { outlook, sharedSectors } from '../../../analyzers/src/mail/hostile-samples.ts'

/** What attackers send, made here and now. The third is what the alert or the refusal says, if it must say something. */
export type HostileMail = readonly [name: string, mail: () => string | Buffer, says?: RegExp]

const crlf = '\r\n'
const head = (...more: readonly string[]) => [
  'From: Thief <thief@bad.example>',
  'To: a@ours.example',
  'Message-ID: <1@bad.example>',
  'MIME-Version: 1.0',
  ...more,
]
const plain = (more: readonly string[], body = 'Hello') => [...head(...more), '', body].join(crlf)
const subject = (text: string) => plain([`Subject: ${text}`])
const many = (count: number, make: (at: number) => string, between = crlf) =>
  Array.from({ length: count }, (_, at) => make(at)).join(between)
const parts = (inner: readonly string[], boundary = 'b') =>
  [
    ...head('Subject: Parts', `Content-Type: multipart/mixed; boundary="${boundary}"`),
    '',
    ...inner.flatMap((part) => [`--${boundary}`, part]),
    `--${boundary}--`,
    '',
  ].join(crlf)
const file = (disposition: string, content: string | Buffer = 'MZ', type = 'application/x') =>
  [
    `Content-Type: ${type}`,
    `Content-Disposition: attachment; ${disposition}`,
    'Content-Transfer-Encoding: base64',
    '',
    Buffer.from(content).toString('base64').replace(/.{76}/g, `$&${crlf}`),
  ].join(crlf)
const html = (body: string) => plain(['Subject: Page', 'Content-Type: text/html'], body)
function nested(depth: number): string {
  let inner = ['Content-Type: text/plain', '', 'innermost'].join(crlf)
  for (let at = 0; at < depth; at += 1)
    inner = [
      `Content-Type: multipart/mixed; boundary="n${at}"`,
      '',
      `--n${at}`,
      inner,
      `--n${at}--`,
    ].join(crlf)
  return [...head('Subject: Nested'), inner].join(crlf)
}

const mailInMail = (depth: number): string =>
  depth === 0
    ? plain(['Subject: Innermost'])
    : [
        ...head(`Subject: At ${depth}`, 'Content-Type: message/rfc822'),
        '',
        mailInMail(depth - 1),
      ].join(crlf)

export const hostileMails: readonly HostileMail[] = [
  ['nothing', () => '', /not an email/],
  ['a NUL', () => '\0', /not an email/],
  ['bytes by chance', () => randomBytes(4_096), /not an email/],
  ['only line ends', () => crlf.repeat(100_000)],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'), /not an email/],
  ['a packed mail', () => gzipSync(subject('Packed')), /not an email/],
  ['only a sender', () => 'From: thief@bad.example'],
  ['no body', () => head('Subject: None').join(crlf)],
  ['only text', () => 'Hello, this is no mail at all.', /not an email/],
  ['line ends of old computers', () => subject('Old').replaceAll(crlf, '\r')],
  [
    'a line of a mail folder before it',
    () => `From thief Thu Nov 19 03:00${crlf}${subject('Folder')}`,
  ],
  [
    '3,000 parts',
    () => parts(Array.from({ length: 3_000 }, (_, at) => file(`filename=${at}`))),
    /2900 attachments: the limit is 100/,
  ],
  ['50,000 headers', () => plain([many(50_000, (at) => `X-${at}: y`)])],
  ['a header of 3 MB', () => plain([`X-Long: ${'y'.repeat(3 * 1024 * 1024)}`]), /corrupt/],
  ['a header folded 50,000 times', () => plain([`Subject: a${`${crlf} b`.repeat(50_000)}`])],
  ['parts in parts, 300 deep', () => nested(300), /corrupt/],
  ['mails in mails, 60 deep', () => mailInMail(60)],
  ['no boundary', () => plain(['Content-Type: multipart/mixed'], '--b\r\n\r\nx\r\n--b--')],
  [
    'an empty boundary',
    () => plain(['Content-Type: multipart/mixed; boundary=""'], '--\r\n\r\nx\r\n----'),
  ],
  ['a boundary that never ends', () => parts([file('filename=a')]).replace('--b--', ''), /no end/],
  ['a boundary of special signs', () => parts([file('filename=a')], "(a+)+$'*_")],
  ['the same boundary inside', () => parts([parts([file('filename=a')])])],
  [
    'UTF-7',
    () =>
      plain(
        ['Content-Type: text/html; charset=utf-7'],
        '+ADw-script+AD4-alert(1)+ADw-/script+AD4-',
      ),
  ],
  ['an unknown charset', () => plain(['Content-Type: text/plain; charset=klingon'], '\xfe\xff')],
  ['a charset with controls', () => plain(['Content-Type: text/plain; charset="\0../x"'])],
  ['half a sign of UTF-16', () => plain(['Content-Type: text/plain; charset=utf-16le'], 'abc\xd8')],
  [
    'ISO-2022 without an end',
    () => plain(['Content-Type: text/plain; charset=iso-2022-jp'], '\x1b$B!'),
  ],
  ['broken encoded words', () => subject('=?utf-8?B?!!!!?= =?x?Q?=ZZ?= =?utf-8?B?/////w==?= =?')],
  ['5,000 encoded words', () => subject(many(5_000, () => '=?utf-8?Q?=F0=9F?=', ' '))],
  ['NULs in the text', () => plain(['Subject: Text'], 'a\0b\0'.repeat(1_000))],
  ['NULs in the subject', () => subject('a\0b=?utf-8?Q?=00?=')],
  ['a NUL in the address', () => subject('x').replace('thief@', 'th\0ief@')],
  [
    'a NUL in the reply address',
    () => plain(['Reply-To: r\0@bad.example, =?utf-8?Q?=00?=@x.example']),
  ],
  [
    'controls in the sender',
    () => subject('x').replace('Thief', '\x1b[31m\x07\x7f').replace('thief@', '\x01\x1b@'),
  ],
  ['a sender that turns the direction', () => subject('x').replace('thief@', 'a\u202eb@')],
  ['a line of 5 MB', () => plain(['Subject: Line'], 'y'.repeat(5 * 1024 * 1024))],
  ['2 MB of spaces', () => plain(['Subject: Spaces'], `${' '.repeat(2 * 1024 * 1024)}x`)],
  ['raw bytes in headers', () => Buffer.from(subject('\xff\xfe\x80'), 'latin1')],
  [
    'a file name with a path',
    () => parts([file("filename*=utf-8''..%2F..%2Fetc%2Fpasswd")]),
    /passwd/,
  ],
  [
    'a file name in 2,000 pieces',
    () => parts([file(many(2_000, (at) => `filename*${at}*=..%2F`, '; '))]),
  ],
  ['a file name of Windows', () => parts([file('filename="..\\\\..\\\\a.exe"')])],
  ['the file name ..', () => parts([file('filename=".."')])],
  [
    'a file name with controls',
    () => parts([file(`filename*=utf-8''a%00%0d%0aX-Evil:%20b${'c'.repeat(9_000)}`)]),
  ],
  [
    'a file type that is a header',
    () => parts([file('filename=a', 'MZ', 'text/html\x00\x0b; x="a\x0ab"')]),
  ],
  [
    '10,000 references',
    () => plain([`References: ${many(10_000, (at) => `<alert.~${at}.${'A'.repeat(43)}@x>`, ' ')}`]),
  ],
  [
    'a note of absence',
    () => plain(['Auto-Submitted: auto-replied', 'X-Autoreply: yes', 'Subject: Away']),
  ],
  [
    'a bounce',
    () =>
      plain(
        [
          'Return-Path: <>',
          'Content-Type: multipart/report; report-type=delivery-status; boundary=b',
        ],
        '--b\r\n\r\nfailed\r\n--b--',
      ),
  ],
  [
    'a call to a whole channel',
    () => html('<p>@channel <!channel> @everyone &lt;!here&gt; <script>alert(1)</script></p>'),
  ],
  ['20,000 open tags', () => html('<div>'.repeat(20_000))],
  [
    '5,000 links',
    () => html(many(5_000, (at) => `<a href="https://h${at}.bad.example/">x</a>`)),
    /observables: the limit is 200/,
  ],
  [
    'links that are code',
    () =>
      html(
        '<a href="javascript:alert(1)">a</a><a href="data:text/html,x">b</a><a href="https://x.example/\0\x01">c</a>',
      ),
  ],
  ['a link of 100 kB', () => html(`<a href="https://x.example/${'y'.repeat(100_000)}">a</a>`)],
  [
    'a form of Outlook',
    () =>
      parts([
        file('filename=winmail.dat', Buffer.from('789f3e22010001', 'hex'), 'application/ms-tnef'),
      ]),
    /winmail\.dat/,
  ],
  [
    'a packed attachment',
    () => parts([file('filename=a.gz', gzipSync(Buffer.alloc(50 * 1024 * 1024)))]),
    /a\.gz/,
  ],
  ['an Outlook mail that is cut', () => outlook().subarray(0, 1_500)],
  [
    'an Outlook mail of zeros',
    () => Buffer.concat([outlook().subarray(0, 512), Buffer.alloc(4_096)]),
  ],
  [
    'an Outlook mail with half signs',
    () =>
      outlook({
        '__substg1.0_0037001F': Buffer.from('00d800dc61d8', 'hex'),
        '__substg1.0_007D001F': Buffer.alloc(0),
        '__substg1.0_0C1F001F': Buffer.from('00d8400061006200', 'hex'),
      }),
  ],
  ['an Outlook mail of shared sectors', sharedSectors, /its parts are larger than the file/],
  ['10,000 recipients', () => plain([`Cc: ${many(10_000, (at) => `r${at}@ours.example`, ', ')}`])],
  [
    '10,000 reply addresses',
    () => plain([`Reply-To: ${many(10_000, (at) => `r${at}@bad.example`, ', ')}`]),
    /observables: the limit is 200/,
  ],
  [
    '10,000 senders',
    () =>
      subject('x').replace(
        'Thief <thief@bad.example>',
        many(10_000, (at) => `s${at}@bad.example`, ', '),
      ),
  ],
  [
    'groups in groups',
    () => plain([`Reply-To: ${'g: '.repeat(500)}a@b.example${';'.repeat(500)}`]),
  ],
  ['comments in comments', () => subject('x').replace('Thief', '('.repeat(5_000))],
  ['a subject of 100 kB that turns', () => subject(`\u202e\u2066${'a'.repeat(100_000)}`)],
  [
    'a subject of Markdown',
    () => subject('`]( [x](javascript:alert(1)) ![y](https://track.example/z) `````'),
  ],
  [
    'text that ends its block',
    () => plain(['Subject: Block'], '```\n# Heading\n``````````\n<img src=x>'),
  ],
  [
    'every header twice',
    () =>
      [
        ...head('Subject: One'),
        ...head(
          'Subject: Two',
          'Content-Type: text/html',
          'Content-Type: multipart/mixed; boundary=x',
        ),
        '',
        'x',
      ].join(crlf),
  ],
  [
    'base64 of nonsense',
    () => plain(['Subject: Nonsense', 'Content-Transfer-Encoding: base64'], '%%%=\0====A'),
    /base64/,
  ],
  [
    'quoted-printable of nonsense',
    () => plain(['Content-Transfer-Encoding: quoted-printable'], '=ZZ=\0=F='),
  ],
  [
    'an unknown encoding',
    () => plain(['Content-Transfer-Encoding: x-uuencode'], 'begin 644 ../../a\n#86)C\nend'),
  ],
  [
    'an attached mail that is none',
    () => parts([file('filename=a.eml', randomBytes(100))]),
    /Attached a\.eml: The file is not an email/,
  ],
  ['a date of nonsense', () => plain([`Date: ${'9'.repeat(10_000)}\0`])],
  ['the names of JavaScript', () => plain(['__proto__: x', 'constructor: y', 'Subject: toString'])],
]
