import { createHash } from 'node:crypto'
import type { SampleFile } from '@assay/analyzers/descriptions'
import type { Chance } from './chance.ts'
import {
  deliveryNote,
  invoicePdf,
  newsletter,
  parcelMail,
  phishingMail,
  proxyLog,
  webShell,
} from './samples.ts'
import { parcelPage } from './stories.ts'

export interface TextObservable {
  readonly dataType: string
  readonly data: string
}

export interface FileObservable {
  readonly dataType: 'file'
  readonly name: string
  readonly contentType: string
  readonly content: string | Uint8Array
  /** Those that have something to say about it. */
  readonly analyzers: readonly string[]
}

export type DemoObservable = TextObservable | FileObservable

export const isFile = (observable: DemoObservable): observable is FileObservable =>
  'content' in observable

export const keyOf = (observable: DemoObservable) =>
  isFile(observable) ? `file ${observable.name}` : `${observable.dataType} ${observable.data}`

const texts = (dataType: string, values: readonly string[]): TextObservable[] =>
  values.map((data) => ({ dataType, data }))

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')
const md5 = (text: string) => createHash('md5').update(text).digest('hex')

const segment = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url')
const unsignedToken = (claims: object) =>
  `${segment({ alg: 'none', typ: 'JWT' })}.${segment(claims)}.`
const signedToken = (claims: object) =>
  `${segment({ alg: 'HS256', typ: 'JWT' })}.${segment(claims)}.${Buffer.from('demo').toString('base64url')}`

const fileOf = ({ filename: name, contentType, content }: SampleFile) => ({
  name,
  contentType,
  content,
})

/** Addresses and names reserved for documentation, so no real site is accused. */
export const files: readonly FileObservable[] = [
  {
    dataType: 'file',
    ...fileOf(phishingMail),
    analyzers: ['Assay_File', 'Assay_Mail', 'Assay_Text', 'Assay_Yara'],
  },
  {
    dataType: 'file',
    ...fileOf(invoicePdf),
    analyzers: ['Assay_File', 'Assay_Document', 'Assay_Yara'],
  },
  {
    dataType: 'file',
    name: 'upload.html',
    contentType: 'text/html',
    content: webShell,
    analyzers: ['Assay_File', 'Assay_Text', 'Assay_Yara'],
  },
  {
    dataType: 'file',
    name: 'proxy.log',
    contentType: 'text/plain',
    content: proxyLog,
    analyzers: ['Assay_File', 'Assay_Text', 'Assay_Yara'],
  },
  {
    dataType: 'file',
    name: 'tea-of-the-month.eml',
    contentType: 'message/rfc822',
    content: newsletter,
    analyzers: ['Assay_File', 'Assay_Mail', 'Assay_Yara'],
  },
]

/** The first of each kind are the ones that are met again and again. */
const ips = texts('ip', [
  '203.0.113.66',
  '198.51.100.23',
  '192.0.2.99',
  '198.51.100.77',
  '203.0.113.200',
  '198.51.100.140',
  '10.0.0.5',
  '2001:db8:bad::66',
  '203.0.113.45',
  '192.0.2.20',
  '10.20.0.14',
  '2001:db8::25',
  '198.51.100.9',
  '203.0.113.150',
  '192.0.2.7',
  '198.51.100.201',
  '172.16.4.20',
  '203.0.113.18',
  '192.0.2.180',
  '2001:db8:42::1',
  '198.51.100.61',
  '203.0.113.99',
  '192.168.77.3',
  '192.0.2.131',
])

const domains = texts('domain', [
  'example-bank-login.test',
  'kq3v9zt1xw7pbd2.invalid',
  'examp1e-bank.example',
  'corp.example',
  'bulk-sender.example',
  'transfer-now.test',
  'update-check.test',
  'xn--exmple-bank-m8a.test',
  'example.com',
  'vw8xk2qzj4htn9c.invalid',
  'friends.example',
  'secure-example-bank.test',
  'hosting.example',
  'example.net',
])

const hosts = texts('fqdn', [
  'beacon.update-check.test',
  'www.example.org',
  'cdn.corp.example',
  'files.transfer-now.test',
  'mail.corp.example',
  'vps-77.hosting.example',
  'login.example-bank.example.attacker.test',
  'vpn.corp.example',
  'a1b2c3d4e5f6.tunnel.example',
])

const urls = texts('url', [
  'http://203.0.113.66/gate',
  'http://198.51.100.23/login.php?x=1',
  'https://collect.example-bank-login.test/post',
  'http://198.51.100.140/wp-content/update.php',
  'https://www.example-bank.example@example-bank-login.test/secure',
  'https://files.transfer-now.test/d/statement.pdf.exe',
  'http://0xcb007142/gate',
  'https://www.example.org/about',
  'https://track.bulk-sender.example/open.gif',
  'http://vps-77.hosting.example:4444/stage2.ps1',
  'https://docs.example.com/handbook#start',
  'https://example-bank-login.test:80/%252e%252e/admin',
  'ftp://files.transfer-now.test/outbox/hr.zip',
  'https://tea.friends.example/month',
])

const hashes = texts('hash', [
  // The test file that every scanner knows.
  '44d88612fea8a8f36de82e1278abb02f',
  '275a021bbfb6489e54d471899f7db9d1663fc695ec2fe2a2c4538aabf651fd0f',
  // Of nothing at all.
  'd41d8cd98f00b204e9800998ecf8427e',
  sha256('demo beacon'),
  sha256('demo invoice'),
  md5('demo loader'),
  sha256('demo web shell'),
  md5('demo handbook'),
  sha256('demo handbook'),
])

const people: readonly TextObservable[] = [
  ...texts('mail', [
    'notice@example-bank-login.test',
    'collect@free-mail.example',
    'accounting@corp.example',
    'news@friends.example',
    'bounce@bulk-sender.example',
  ]),
  ...texts('mail-subject', ['Your account is blocked - act now', 'Tea of the month']),
  ...texts('jwt', [
    unsignedToken({ sub: 'svc-backup', iss: 'https://sso.corp.example', admin: true }),
    signedToken({ sub: 'svc-print', iss: 'https://sso.corp.example', iat: 1_760_000_000 }),
  ]),
]

const programs: readonly TextObservable[] = [
  ...texts('filename', ['invoice_2026-11.pdf.js']),
  ...texts('user-agent', ['sqlmap/1.8.3#stable (https://sqlmap.example)', 'curl/8.5.0']),
  ...texts('cve', ['CVE-2021-44228']),
  ...texts('other', [
    'Seen on the proxy: hxxp://203[.]0[.]113[.]66/gate and beacon[.]update-check[.]test, twice an hour',
  ]),
  ...texts('user-agent', [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/126.0.0.0 Safari/537.36',
    'Mozilla/4.0 (compatible; MSIE 6.0; Windows NT 5.1)',
    'python-requests/2.32.3',
  ]),
  ...texts('filename', ['handbook.pdf', 'statement.pdf.js']),
  ...texts('cve', ['CVE-2014-0160', 'CVE-2099-1234']),
]

/**
 * Looked up today, with the hours since: the overview begins with these. The last one was in a case
 * before the block list knew it.
 */
export const foundToday: readonly (readonly [hours: number, TextObservable])[] = [
  [1.5, { dataType: 'domain', data: 'parcel-tracking.test' }],
  [1.6, { dataType: 'ip', data: '203.0.113.88' }],
  [3, { dataType: 'url', data: 'https://www.example-bank.example@203.0.113.88/confirm' }],
  [4, { dataType: 'domain', data: 'examp1e-bank-support.example' }],
  [2.2, { dataType: 'domain', data: 'backup-relay.test' }],
]

export const observables: readonly DemoObservable[] = interleaved<DemoObservable>([
  ips,
  urls,
  files,
  hosts,
  domains,
  hashes,
  people,
  programs,
])

/** One of each kind in turn, so recurring values are of every kind. */
function interleaved<T>(kinds: readonly (readonly T[])[]): T[] {
  const longest = Math.max(...kinds.map(({ length }) => length))
  return Array.from({ length: longest }, (_, at) =>
    kinds.flatMap((kind) => kind.slice(at, at + 1)),
  ).flat()
}

/** Part of one story: not looked up before or after. */
const ofStories: readonly DemoObservable[] = [
  {
    dataType: 'file',
    name: 'parcel-notice.eml',
    contentType: 'message/rfc822',
    content: parcelMail,
    analyzers: ['Assay_File', 'Assay_Mail', 'Assay_Text', 'Assay_Yara'],
  },
  {
    dataType: 'file',
    ...fileOf(deliveryNote),
    analyzers: ['Assay_File', 'Assay_Page', 'Assay_Text', 'Assay_Yara'],
  },
  ...texts('ip', ['198.51.100.181', '198.51.100.182']),
  ...texts('domain', ['parcel-redelivery.test', 'backup-relay.test']),
  ...texts('fqdn', ['collect.parcel-redelivery.test']),
  ...texts('url', [parcelPage]),
  ...texts('mail', ['dispatch@parcel-redelivery.test']),
  ...texts('mail-subject', ['Your parcel is waiting: one step left']),
]

const byName = new Map(
  [...observables, ...ofStories].map((one) => [isFile(one) ? one.name : one.data, one] as const),
)

/** By its value, or by the name of the file. */
export function named(name: string): DemoObservable {
  const found = byName.get(name)
  if (!found) throw new Error(`The demo has no observable ${name}`)
  return found
}

const words = [
  'blue',
  'river',
  'cloud',
  'paper',
  'north',
  'quick',
  'stone',
  'maple',
  'metro',
  'delta',
]

/** Something that was not there before, for the page that moves. */
export function freshObservable(chance: Chance): TextObservable {
  const word = () => chance.pick(words)
  const number = () => chance.between(1, 254)
  const range = () => chance.pick(['192.0.2', '198.51.100', '203.0.113'])
  const name = () =>
    `${word()}-${word()}${chance.between(2, 99)}.${chance.pick(['test', 'example', 'invalid'])}`
  const kinds: readonly (() => TextObservable)[] = [
    () => ({ dataType: 'ip', data: `${range()}.${number()}` }),
    () => ({ dataType: 'ip', data: `2001:db8:${chance.between(1, 9999)}::${number()}` }),
    () => ({ dataType: 'domain', data: name() }),
    () => ({ dataType: 'fqdn', data: `${word()}.${name()}` }),
    () => ({
      dataType: 'url',
      data: `https://${name()}/${word()}/${word()}.${chance.pick(['html', 'php', 'exe'])}`,
    }),
    () => ({ dataType: 'url', data: `http://${range()}.${number()}/${word()}` }),
    () => ({ dataType: 'hash', data: sha256(`fresh ${chance.next()}`) }),
    () => chance.pickFamiliar(urls),
    () => chance.pickFamiliar(ips),
  ]
  return chance.pick(kinds)()
}
