import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import {
  asPem,
  makeCertificate,
  makePkcs7,
  makePkcs12,
  makeRequest,
  type SampleOptions,
  sampleKey,
} from './certificate-sample.ts'

const soon = new Date(Date.now() + 90 * 24 * 60 * 60_000)
const sound: SampleOptions = {
  from: new Date(Date.now() - 1_000),
  to: soon,
  names: ['example.org'],
}

const look = (options: SampleOptions) =>
  reportOf(analyzer, { dataType: 'certificate', data: asPem(makeCertificate(options)) })

it('finds nothing wrong with a strong and valid one', async () => {
  const { taxonomies, full } = await look(sound)

  expect(taxonomies).toEqual([
    { level: 'info', namespace: 'Certificate', predicate: 'Key', value: 'RSA 2048' },
    { level: 'info', namespace: 'Certificate', predicate: 'Validity', value: 'valid' },
  ])
  expect(full).toMatchObject({
    certificates: [
      { subject: { CN: 'example.org' }, issuer: { CN: 'Sample Authority' }, isSelfSigned: false },
    ],
  })
})

it.each([
  [
    'expired',
    { ...sound, from: new Date('2010-01-01'), to: new Date('2011-01-01') },
    'info',
    'expired',
  ],
  ['not yet valid', { ...sound, from: soon, to: new Date('2045-01-01') }, 'suspicious', 'not yet'],
  ['of a short key', { ...sound, keyBits: 1024 }, 'suspicious', 'RSA 1024'],
  ['signed with SHA-1', { ...sound, hash: 'sha1' }, 'suspicious', expect.stringMatching(/sha1/i)],
  ['self-signed', { ...sound, subject: 'a', issuer: 'a' }, 'info', 'self-signed'],
  [
    'valid for twenty years',
    { ...sound, to: new Date('2046-01-01') },
    'info',
    expect.stringContaining('days'),
  ],
] satisfies [string, SampleOptions, string, unknown][])(
  'sees that one is %s',
  async (_, options, level, value) => {
    expect((await look(options)).taxonomies).toContainEqual(
      expect.objectContaining({ level, value }),
    )
  },
)

it('takes an old certificate for a fact: it says nothing about its holder', async () => {
  const old = { ...sound, from: new Date('2010-01-01'), to: new Date('2011-01-01') }
  expect((await look(old)).full.verdict).toBe('info')
})

it('does not blame a root for the hash of its own signature, which is not relied on', async () => {
  const { taxonomies } = await look({ ...sound, subject: 'a', issuer: 'a', hash: 'sha1' })
  expect(taxonomies.filter(({ level }) => level === 'suspicious')).toEqual([])
})

describe('a file that is not a certificate', () => {
  const { privateKey, publicKey } = sampleKey(2048)
  const curve = generateKeyPairSync('ec', { namedCurve: 'P-256' }).privateKey
  const sealed = { cipher: 'aes-256-cbc', passphrase: 'secret' } as const
  const inFile = (file: Buffer | string, filename = 'a') =>
    reportOf(analyzer, { dataType: 'file', file: Buffer.from(file), filename })

  it.each([
    ['PKCS#12', makePkcs12()],
    ['certificate request', makeRequest()],
    ['certificate request', asPem(makeRequest(), 'CERTIFICATE REQUEST')],
    ['private key (PKCS#8), RSA 2048', privateKey.export({ type: 'pkcs8', format: 'der' })],
    ['private key (PKCS#8), RSA 2048', privateKey.export({ type: 'pkcs8', format: 'pem' })],
    ['private key (PKCS#1), RSA 2048', privateKey.export({ type: 'pkcs1', format: 'der' })],
    ['private key (SEC 1), EC prime256v1', curve.export({ type: 'sec1', format: 'pem' })],
    ['private key (PKCS#8), EC prime256v1', curve.export({ type: 'pkcs8', format: 'der' })],
    [
      'private key (PKCS#8, encrypted)',
      privateKey.export({ type: 'pkcs8', format: 'der', ...sealed }),
    ],
    ['private key (encrypted)', privateKey.export({ type: 'pkcs1', format: 'pem', ...sealed })],
    ['public key, RSA 2048', publicKey.export({ type: 'spki', format: 'der' })],
    ['private key (OpenSSH)', asPem(Buffer.from('openssh-key-v1'), 'OPENSSH PRIVATE KEY')],
  ])('is called a %s', async (form, file) => {
    const { taxonomies, full } = await inFile(file)
    expect(taxonomies).toEqual([
      { level: 'info', namespace: 'Certificate', predicate: 'Form', value: form },
    ])
    expect(full.isCertificate).toBe(false)
  })

  it.each([
    ['DER', (bytes: Buffer) => bytes],
    ['PEM', (bytes: Buffer) => Buffer.from(asPem(bytes, 'PKCS7'))],
  ])('as PKCS#7 in %s has its certificates read', async (_, packed) => {
    const chain = [makeCertificate(sound), makeCertificate({ ...sound, subject: 'other' })]
    const { full, taxonomies } = await inFile(packed(makePkcs7(chain)), 'chain.p7b')
    expect(full).toMatchObject({
      isCertificate: true,
      certificates: [{ subject: { CN: 'example.org' } }, { subject: { CN: 'other' } }],
    })
    expect(taxonomies).toContainEqual(expect.objectContaining({ value: 'PKCS#7' }))
  })

  it('does not show the secret half of a key', async () => {
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString()
    const report = await inFile(asPem(makeCertificate(sound)) + pem)
    expect(JSON.stringify(report)).not.toContain(pem.split('\n')[2])
    expect(report.full).toMatchObject({
      isCertificate: true,
      containers: [{ form: 'private key (PKCS#8)', publicKeySha256: expect.any(String) }],
    })
  })

  it.each([
    ['a text', '0 is where it begins'],
    ['a short value', Buffer.from([0x30, 3, 2, 1, 5])],
    ['a pair that ends too early', Buffer.from([0x30, 0x81, 0xff])],
  ])('is passed over when it is only %s', async (_, file) => {
    expect((await inFile(file)).taxonomies).toEqual([])
  })

  it.each([
    ['PKCS#7', makePkcs7([makeCertificate(sound)])],
    ['a key', privateKey.export({ type: 'pkcs8', format: 'der' })],
    ['PEM', Buffer.from(asPem(makeRequest(), 'CERTIFICATE REQUEST'))],
  ])('fails readably when it is damaged: %s', async (_, sample) => {
    await fc.assert(
      fc.asyncProperty(damagedFile(sample, { changes: 6 }), async (file) => {
        const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a' })
        if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
      }),
      { numRuns: 100 },
    )
  })
})

it('does not call it self-signed because it says so', async () => {
  const foreign = makeCertificate({ ...sound, subject: 'a', issuer: 'a' })
  // The last byte of the signature: it still parses, and no longer fits.
  foreign[foreign.length - 1] = (foreign.at(-1) ?? 0) ^ 1
  const { full } = await reportOf(analyzer, { dataType: 'file', file: foreign, filename: 'a.der' })

  expect(full).toMatchObject({ certificates: [{ isSelfSigned: false }] })
})

it('hands out names and fingerprints, of every certificate of a chain', async () => {
  const chain = [
    makeCertificate({
      ...sound,
      names: ['*.example.org', 'shop.example.net', 'with, comma.example'],
    }),
    makeCertificate({ ...sound, names: ['other.example.com'] }),
  ]
  const { artifacts } = await reportOf(analyzer, {
    dataType: 'file',
    file: Buffer.from(chain.map((one) => asPem(one)).join('\n')),
    filename: 'chain.pem',
  })
  const found = artifacts.map((found) => `${found.dataType} ${'data' in found ? found.data : ''}`)

  expect(found).toEqual(
    expect.arrayContaining([
      'domain example.org',
      'fqdn shop.example.net',
      'fqdn other.example.com',
    ]),
  )
  expect(found.filter((text) => /^hash [0-9a-f]{64}$/.test(text))).toHaveLength(2)
})

it('fails on what should be one, and is silent about other files', async () => {
  expect(await runAnalyzer(analyzer, { dataType: 'certificate', data: 'hello' })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining('No certificate'),
  })
  const file = Buffer.alloc(3 * 1024 * 1024, 'a')
  expect((await reportOf(analyzer, { dataType: 'file', file, filename: 'a' })).taxonomies).toEqual(
    [],
  )
})

it('reports a date that is not a date', async () => {
  const file = makeCertificate(sound)
  // The first time in it is the beginning of its validity: tag 0x18, fifteen signs.
  file[file.indexOf(Buffer.from([0x18, 15])) + 4] = 0
  const { taxonomies } = await reportOf(analyzer, { dataType: 'file', file, filename: 'a.der' })

  expect(taxonomies).toContainEqual(
    expect.objectContaining({ level: 'suspicious', predicate: 'Validity', value: 'unreadable' }),
  )
})

it('fails readably on a damaged one, wherever the damage is', async () => {
  const sample = makeCertificate({ ...sound, names: ['a.example.org', 'b.example.org'] })
  await fc.assert(
    fc.asyncProperty(damagedFile(sample, { changes: 8 }), async (file) => {
      const report = await runAnalyzer(analyzer, { dataType: 'file', file, filename: 'a.der' })
      if (!report.success) expect(report.errorMessage).not.toContain('Unexpected')
    }),
    { numRuns: 300 },
  )
})
