import fc from 'fast-check'
import { expect, it } from 'vitest'
import { damagedFile } from '../kit/damaged-files.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { asPem, makeCertificate, type SampleOptions } from './certificate-sample.ts'

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
    'suspicious',
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
    file: Buffer.from(chain.map(asPem).join('\n')),
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
    errorMessage: expect.stringContaining('no certificate'),
  })
  const file = Buffer.alloc(3 * 1024 * 1024, 'a')
  expect((await reportOf(analyzer, { dataType: 'file', file, filename: 'a' })).taxonomies).toEqual(
    [],
  )
})

it('tells of a date that is none', async () => {
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
