import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { makeMmdb } from './mmdb-sample.ts'

const look = (data: string, config = {}) =>
  reportOf(analyzer, { dataType: data.includes('/') ? 'network' : 'ip', data, config })

const badges = async (data: string, config = {}) =>
  (await look(data, config)).taxonomies.map(
    ({ level, predicate, value }) => `${level} ${predicate}=${value}`,
  )

async function fileWith(content: Uint8Array): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-ip-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const path = join(folder, 'sample.mmdb')
  await writeFile(path, content)
  return path
}

it.each([
  ['8.8.8.8', ['info Family=IPv4']],
  ['10.0.0.1', ['info Family=IPv4', 'info Reserved=private']],
  ['2001:db8::1', ['info Family=IPv6', 'info Reserved=documentation']],
  ['192.0.2.0/24', ['info Addresses=256', 'info Reserved=documentation (TEST-NET-1)']],
  ['2001:db8::/32', ['info Addresses=2^96', 'info Reserved=documentation']],
])('%s says %j', async (data, expected) => {
  expect(await badges(data)).toEqual(expected)
})

it('knows the reverse name', async () => {
  expect((await look('192.0.2.17')).full).toMatchObject({
    reverseName: '17.2.0.192.in-addr.arpa',
  })
  expect((await look('2001:db8::567:89ab')).full).toMatchObject({
    reverseName: 'b.a.9.8.7.6.5.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.0.8.b.d.0.1.0.0.2.ip6.arpa',
  })
  expect((await look('192.0.2.0/24')).full).toMatchObject({ reverseZone: '2.0.192.in-addr.arpa' })
  expect((await look('192.0.2.0/25')).full).toMatchObject({
    reverseZone: null,
    first: '192.0.2.0',
    last: '192.0.2.127',
  })
})

it.each([
  ['::ffff:8.8.8.8', ['8.8.8.8']],
  ['64:ff9b::8.8.8.8', ['8.8.8.8']],
  ['2002:808:808::1', ['8.8.8.8']],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', ['65.54.227.120', '192.0.2.45']],
])('finds what %s carries', async (data, expected) => {
  const { artifacts } = await look(data)
  expect(artifacts.map((found) => 'data' in found && found.data)).toEqual(expected)
})

it('reads the hardware address out of a self-made one', async () => {
  expect((await look('fe80::21b:44ff:fe11:3ab7')).full).toMatchObject({
    hardwareAddress: '00:1b:44:11:3a:b7',
  })
})

it('names country and owner from the files of the user', async () => {
  const country = await fileWith(
    makeMmdb('Sample-Country', [
      ['8.8.8.0/24', { country: { iso_code: 'US', names: { en: 'United States' } } }],
    ]),
  )
  const owner = await fileWith(
    makeMmdb('Sample-ASN', [
      ['8.8.0.0/16', { autonomous_system_number: 15169, autonomous_system_organization: 'GOOGLE' }],
    ]),
  )
  const config = { databases: [country, owner] }

  expect(await badges('8.8.8.8', config)).toEqual([
    'info Family=IPv4',
    'info Country=United States',
    'info Owner=AS15169 GOOGLE',
  ])
  const report = await look('8.8.8.8', config)
  expect(report.artifacts).toMatchObject([{ dataType: 'autonomous-system', data: 'AS15169' }])
  expect(report.full).toMatchObject({
    places: [
      { countryCode: 'US', database: 'Sample-Country', built: '2023-11-14' },
      { asn: 15169 },
    ],
  })
  expect(await badges('9.9.9.9', config)).toEqual(['info Family=IPv4'])
  expect(await badges('2606:4700::1', config)).toEqual(['info Family=IPv6'])
})

it.each([
  ['999.1.1.1', {}, 'Neither an IP address nor a network'],
  ['8.8.8.8', { databases: ['/no/such.mmdb'] }, '/no/such.mmdb does not exist'],
  ['8.8.8.8', { databases: 'one' }, 'Setting databases must be a list of string'],
])('fails readably on %s with %j', async (data, config, message) => {
  expect(await runAnalyzer(analyzer, { dataType: 'ip', data, config })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})

it('fails readably on a damaged database, wherever the damage is', async () => {
  const sound = makeMmdb('Sample', [['8.8.8.0/24', { country: { iso_code: 'US' } }]])
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.tuple(fc.nat(sound.length - 1), fc.nat(255)), { minLength: 1, maxLength: 8 }),
      fc.nat(sound.length),
      async (changes, length) => {
        const broken = Buffer.from(sound)
        for (const [at, byte] of changes) broken[at] = byte
        const path = await fileWith(broken.subarray(0, length))
        const report = await runAnalyzer(analyzer, {
          dataType: 'ip',
          data: '8.8.8.8',
          config: { databases: [path] },
        })
        if (!report.success) expect(report.errorMessage).toMatch(/damaged|not an MMDB database/)
      },
    ),
    { numRuns: 100 },
  )
})
