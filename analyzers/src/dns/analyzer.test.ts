import { parseAddress } from '@assay/contract/detect'
import fc from 'fast-check'
import { describe, expect, it, onTestFinished } from 'vitest'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { askNameServers } from './ask.ts'
import { parseDmarc } from './dmarc.ts'
import { startDnsStub, type Zone } from './dns-stub.ts'
import { evaluateSpf, readSpf } from './spf.ts'
import { parseSpf } from './spf-record.ts'

async function nameServer(zone: Zone) {
  const server = await startDnsStub(zone)
  onTestFinished(() => server.stop())
  return server
}

async function trial(zone: Zone, dataType: string, data: string, parameters = {}) {
  const { address } = await nameServer(zone)
  return {
    dataType,
    data,
    parameters,
    config: { resolvers: [address] },
    mayUseNetwork: true,
    privateTargets: ['127.0.0.1'],
  }
}

const ordinary: Zone = {
  'A example.org': ['8.8.4.4', '10.0.0.5'],
  'AAAA example.org': ['2a00:1450:4001:81b::200e'],
  'MX example.org': ['20 second.example.org', '10 first.example.org'],
  'NS example.org': ['ns1.example.net'],
  'TXT example.org': ['v=spf1 ip4:8.8.4.0/24 mx -all', 'something-verification=1'],
  'CAA example.org': ['issue ca.example'],
  'A first.example.org': ['9.9.9.9'],
  'TXT _dmarc.example.org': ['v=DMARC1; p=reject; pct=50; rua=mailto:d@example.org'],
}

describe('a name', () => {
  it('is reported with all of its records', async () => {
    const report = await reportOf(analyzer, await trial(ordinary, 'domain', 'Example[.]org'))

    expect(report.taxonomies).toEqual([
      { level: 'info', namespace: 'DNS', predicate: 'Addresses', value: 3 },
      { level: 'info', namespace: 'DNS', predicate: 'Reserved', value: '10.0.0.5' },
      { level: 'info', namespace: 'DNS', predicate: 'MX', value: 2 },
      { level: 'info', namespace: 'DNS', predicate: 'SPF', value: 'fail' },
      { level: 'info', namespace: 'DNS', predicate: 'DMARC', value: 'reject' },
    ])
    expect(report.full).toMatchObject({
      mx: [{ exchange: 'first.example.org' }, { exchange: 'second.example.org' }],
      caa: { domain: 'example.org', records: [{ issue: 'ca.example' }] },
      dmarc: { percent: 50, reportTo: ['mailto:d@example.org'] },
      spf: { lookups: 1, problems: [] },
    })
    expect(report.artifacts.map((found) => 'data' in found && found.data)).toEqual([
      '8.8.4.4',
      '2a00:1450:4001:81b::200e',
      'first.example.org',
      'second.example.org',
      'ns1.example.net',
    ])
  })

  it('takes the records of the domain above it for DMARC and CAA', async () => {
    const zone = { ...ordinary, 'A www.example.org': ['8.8.8.8'] }
    const { full } = await reportOf(analyzer, await trial(zone, 'fqdn', 'www.example.org'))

    expect(full).toMatchObject({ caa: { domain: 'example.org' }, dmarc: { domain: 'example.org' } })
  })

  it('is that of a mail address, whose sender can be judged', async () => {
    const ask = async (ip: string) => {
      const asked = await trial(ordinary, 'mail', 'boss@example.org', { ip })
      return (await reportOf(analyzer, asked)).full.spfResult
    }
    expect(await ask('8.8.4.200')).toBe('pass')
    expect(await ask('9.9.9.9')).toBe('pass')
    expect(await ask('8.8.8.8')).toBe('fail')
  })

  it('may have a record that is too long for UDP', async () => {
    const long = 'x'.repeat(2_000)
    const { full } = await reportOf(
      analyzer,
      await trial({ 'TXT example.org': [long] }, 'domain', 'example.org'),
    )

    expect(full.txt).toEqual([long])
  })

  it('is suspicious when anyone may send for it', async () => {
    const { taxonomies } = await reportOf(
      analyzer,
      await trial({ 'TXT example.org': ['v=spf1 +all'] }, 'domain', 'example.org'),
    )
    expect(taxonomies).toContainEqual({
      level: 'suspicious',
      namespace: 'DNS',
      predicate: 'SPF',
      value: 'everybody may send',
    })
  })

  it('that is not there has no records', async () => {
    const { full, artifacts } = await reportOf(analyzer, await trial({}, 'domain', 'example.org'))

    expect(full).toMatchObject({ a: [], mx: [], spf: null, dmarc: null, caa: null })
    expect(artifacts).toEqual([])
  })

  it.each([
    ['domain', 'localhost', 'an internal name'],
    ['domain', 'printer', 'an internal name'],
    ['fqdn', 'db.corp', 'an internal name'],
    ['fqdn', '127.0.0.1', 'Not a domain name'],
    ['fqdn', 'a b.example.org', 'Not a domain name'],
    ['fqdn', 'example.org/x', 'Not a domain name'],
    ['ip', '192.168.0.1', 'it is private'],
    ['ip', '127.0.0.1', 'it is loopback'],
    ['ip', 'x', 'Not an IP address'],
  ])('of the kind %s %s is not asked for', async (dataType, data, message) => {
    const server = await nameServer({})
    const report = await runAnalyzer(analyzer, {
      dataType,
      data,
      config: { resolvers: [server.address] },
      mayUseNetwork: true,
      privateTargets: ['127.0.0.1'],
    })

    expect(report).toMatchObject({ success: false, errorMessage: expect.stringContaining(message) })
    expect(server.asked).toEqual([])
  })

  it('whose server fails is reported readably', async () => {
    const asked = await trial({ 'A example.org': 'SERVFAIL' }, 'domain', 'example.org')

    expect(await runAnalyzer(analyzer, asked)).toMatchObject({
      success: false,
      errorMessage: 'Name servers failed for example.org: server failure',
    })
  })

  it('is not asked for at servers that are none', async () => {
    expect(
      await runAnalyzer(analyzer, {
        dataType: 'domain',
        data: 'example.org',
        config: { resolvers: ['not an address'] },
        mayUseNetwork: true,
      }),
    ).toMatchObject({ errorMessage: expect.stringContaining('Setting resolvers') })
  })
})

it('finds the name of an address and whether it leads back', async () => {
  const zone: Zone = {
    'PTR 8.8.8.8.in-addr.arpa': ['dns.example', 'liar.example'],
    'A dns.example': ['8.8.8.8'],
  }
  const { full, taxonomies } = await reportOf(analyzer, await trial(zone, 'ip', '8.8.8.8'))

  expect(taxonomies).toMatchObject([{ level: 'info', predicate: 'Name', value: 'dns.example' }])
  expect(full.names).toEqual([
    { name: 'dns.example', isConfirmed: true },
    { name: 'liar.example', isConfirmed: false },
  ])
})

it.each(['127.0.0.1', '127.0.0.1:53', '[::1]:53', '::1', '10.0.0.53', '::ffff:127.0.0.1'])(
  'asks no name server %s inside unless the operator allows it',
  async (resolver) => {
    const report = await runAnalyzer(analyzer, {
      dataType: 'domain',
      data: 'example.org',
      config: { resolvers: [resolver] },
      mayUseNetwork: true,
    })
    expect(report).toMatchObject({ errorMessage: expect.stringContaining('was not contacted') })
  },
)

describe('SPF', () => {
  async function spfOf(zone: Zone) {
    const { address } = await nameServer(zone)
    const ask = askNameServers([address], {
      privateTargets: [{ host: '127.0.0.1', port: undefined }],
    })
    onTestFinished(() => ask.stop())
    const spf = await readSpf('example.org', ask)
    if (!spf) throw new Error('no record')
    return spf
  }
  const result = (spf: Awaited<ReturnType<typeof spfOf>>, text: string) => {
    const address = parseAddress(text)
    return address && evaluateSpf(spf, address)
  }

  it('follows includes and redirects, and counts them', async () => {
    const spf = await spfOf({
      'TXT example.org': ['v=spf1 include:_spf.example.net ~ip4:9.9.9.9 redirect=rest.example'],
      'TXT _spf.example.net': ['v=spf1 ip4:8.8.0.0/16 a:mail.example.net/24 -all'],
      'A mail.example.net': ['1.1.1.1'],
      'TXT rest.example': ['v=spf1 ip6:2a00::/16 ?all'],
    })

    expect(spf).toMatchObject({ lookups: 3, voidLookups: 0, problems: [], others: 'neutral' })
    expect(result(spf, '8.8.1.1')).toBe('pass')
    expect(result(spf, '1.1.1.200')).toBe('pass')
    expect(result(spf, '9.9.9.9')).toBe('softfail')
    expect(result(spf, '2a00::1')).toBe('pass')
    expect(result(spf, '5.5.5.5')).toBe('neutral')
  })

  it('is an error above ten lookups', async () => {
    const zone = Object.fromEntries(
      Array.from({ length: 12 }, (_, n) => [
        `TXT s${n}.example`,
        [`v=spf1 include:s${n + 1}.example -all`],
      ]),
    )
    const spf = await spfOf({ ...zone, 'TXT example.org': ['v=spf1 include:s0.example -all'] })

    expect(spf.problems).toEqual(['needs 11 or more lookups; the limit is 10'])
    expect(result(spf, '8.8.8.8')).toBe('permerror')
  })

  it.each([
    ['a circle', { 'TXT example.org': ['v=spf1 include:example.org -all'] }, 'includes itself'],
    ['two records', { 'TXT example.org': ['v=spf1 -all', 'v=spf1 +all'] }, 'has 2 SPF records'],
    ['a wrong word', { 'TXT example.org': ['v=spf1 ipv4:1.2.3.4 -all'] }, 'unknown term'],
    ['a wrong network', { 'TXT example.org': ['v=spf1 ip4:1.2.3 -all'] }, 'is not a network'],
    ['nothing behind it', { 'TXT example.org': ['v=spf1 include:x.example'] }, 'has no SPF record'],
    [
      'names that are not there',
      { 'TXT example.org': ['v=spf1 a:x.example a:y.example a:z.example -all'] },
      '3 void lookups',
    ],
  ])('is an error with %s', async (_, zone, problem) => {
    const spf = await spfOf(zone)

    expect(spf.problems.join()).toContain(problem)
    expect(result(spf, '8.8.8.8')).toBe('permerror')
  })

  it('says that it cannot say what depends on the mail', async () => {
    const spf = await spfOf({ 'TXT example.org': ['v=spf1 exists:%{i}.x.example -all'] })

    expect(result(spf, '8.8.8.8')).toBe('unknown')
  })

  it('reads records of any content', () => {
    const word = fc.constantFrom(
      'a',
      'mx',
      'all',
      '-',
      '~',
      ':',
      '/',
      '//',
      '24',
      ' ',
      'ip4',
      'redirect=',
      '%{i}',
      'x.example',
    )
    fc.assert(
      fc.property(
        fc.oneof(
          fc.string(),
          fc.array(word).map((words) => words.join('')),
        ),
        (text) => {
          expect(parseSpf(`v=spf1 ${text}`).terms.length).toBeLessThanOrEqual(200)
        },
      ),
    )
  })
})

it.each([
  ['v=DMARC1; p=quarantine', { policy: 'quarantine', subdomainPolicy: 'quarantine', problems: [] }],
  ['v=DMARC1;p=none;sp=reject', { policy: 'none', subdomainPolicy: 'reject' }],
  ['v=DMARC1; p=yes', { policy: 'none', problems: ['No valid policy (p)'] }],
])('reads the DMARC record %s', (record, expected) => {
  expect(parseDmarc('example.org', ['other', record])).toMatchObject(expected)
})
