import fc from 'fast-check'
import { expect, it, onTestFinished } from 'vitest'
import { startHttpStub } from '../kit/http-stub.ts'
import { reportOf, runAnalyzer } from '../kit/try.ts'
import { analyzer } from './analyzer.ts'
import { registrationOf } from './answer.ts'
import { serverFor } from './bootstrap.ts'

const day = 86_400_000

const domainAnswer = (registered: Date) => ({
  objectClassName: 'domain',
  handle: 'D1',
  ldhName: 'EXAMPLE.ORG',
  status: ['active'],
  events: [
    { eventAction: 'registration', eventDate: registered.toISOString() },
    { eventAction: 'expiration', eventDate: '2099-01-01T00:00:00Z' },
  ],
  nameservers: [{ ldhName: 'NS1.EXAMPLE.NET.' }],
  secureDNS: { delegationSigned: true },
  entities: [
    {
      roles: ['registrar'],
      vcardArray: ['vcard', [['fn', {}, 'text', 'Names Ltd']]],
      entities: [
        { roles: ['abuse'], vcardArray: ['vcard', [['email', {}, 'text', 'abuse@names.example']]] },
      ],
    },
  ],
})

async function registry(answers: Record<string, unknown>) {
  const server = await startHttpStub(({ url }) => {
    const found = answers[url]
    return found === undefined
      ? { status: 404 }
      : { body: typeof found === 'string' ? found : JSON.stringify(found) }
  })
  onTestFinished(() => server.stop())
  return server
}

const ask = (
  dataType: string,
  data: string,
  config: Record<string, unknown>,
  privateTargets = ['127.0.0.1'],
) => runAnalyzer(analyzer, { dataType, data, config, mayUseNetwork: true, privateTargets })

it('asks the server that the list names for the registered domain in a name', async () => {
  const answers: Record<string, unknown> = {
    '/rdap/domain/example.org': domainAnswer(new Date(Date.now() - 400 * day)),
  }
  const server = await registry(answers)
  answers['/list/dns.json'] = { services: [[['org'], [`${server.url}/rdap`]]] }
  const trial = {
    dataType: 'fqdn',
    data: 'www[.]example[.]org',
    config: { bootstrap: `${server.url}/list` },
    mayUseNetwork: true,
    privateTargets: ['127.0.0.1'],
  }

  const { taxonomies, full, artifacts } = await reportOf(analyzer, trial)
  expect(taxonomies).toMatchObject([
    { level: 'info', predicate: 'Registered' },
    { level: 'info', predicate: 'Registrar', value: 'Names Ltd' },
  ])
  expect(full).toMatchObject({ value: 'example.org', isSigned: true, isRegistered: true })
  expect(artifacts).toMatchObject([
    { dataType: 'fqdn', data: 'ns1.example.net' },
    { dataType: 'mail', data: 'abuse@names.example' },
  ])

  await reportOf(analyzer, trial)
  expect(server.requests.filter(({ url }) => url === '/list/dns.json')).toHaveLength(1)
})

it('finds a young domain suspicious', async () => {
  const server = await registry({
    '/domain/example.org': domainAnswer(new Date(Date.now() - 3.5 * day)),
  })
  const report = await ask('domain', 'example.org', { server: server.url })

  expect(report).toMatchObject({
    summary: {
      taxonomies: expect.arrayContaining([
        { level: 'suspicious', namespace: 'RDAP', predicate: 'Age', value: '3 days' },
      ]),
    },
  })
})

it('reports the holder of an address and an autonomous system', async () => {
  const server = await registry({
    '/ip/8.8.8.8': {
      name: 'GOGL',
      country: 'US',
      cidr0_cidrs: [{ v4prefix: '8.8.8.0', length: 24 }],
    },
    '/autnum/64496': { name: 'EXAMPLE-AS', startAutnum: 64496, endAutnum: 64496 },
  })

  expect(await ask('ip', '8.8.8.8', { server: server.url })).toMatchObject({
    full: { range: '8.8.8.0/24' },
    summary: { taxonomies: [{ predicate: 'Holder', value: 'GOGL' }, { value: 'US' }] },
  })
  expect(await ask('autonomous-system', 'AS64496', { server: server.url })).toMatchObject({
    full: { range: 'AS64496' },
    summary: { taxonomies: [{ predicate: 'Holder', value: 'EXAMPLE-AS' }] },
  })
})

it('says that a domain is not registered', async () => {
  const server = await registry({})

  expect(await ask('domain', 'example.org', { server: server.url })).toMatchObject({
    full: { isRegistered: false },
    summary: { taxonomies: [{ level: 'info', predicate: 'Registered', value: 'no' }] },
  })
})

it.each([
  ['ip', '10.0.0.1', {}, 'Address is not assigned to anyone: reserved (private)'],
  ['ip', 'x', {}, 'Not an IP address'],
  ['domain', 'org', {}, 'No registered domain in this name'],
  ['autonomous-system', 'AS99999999999', {}, 'Not an AS number'],
])('fails readably on the %s %s', async (dataType, data, config, message) => {
  const server = await registry({ '/domain/example.org': '<html>' })

  expect(await ask(dataType, data, { server: server.url, ...config })).toMatchObject({
    success: false,
    errorMessage: expect.stringContaining(message),
  })
})

it('asks no private server unless the operator allows it, whatever is configured', async () => {
  const server = await registry({})
  const config = { server: server.url, allow_private: true }

  expect(await ask('domain', 'example.org', config, [])).toMatchObject({
    success: false,
    errorMessage:
      '127.0.0.1 was not contacted: address is loopback; ' +
      'the server operator can allow it with analyzer.privateTargets',
  })
  expect(server.requests).toEqual([])
})

it('keeps what it got through a proxy from those who do not use it', async () => {
  const honest = await registry({ '/domain/example.org': domainAnswer(new Date()) })
  const list = (url: string) => JSON.stringify({ services: [[['org'], [url]]] })
  const source = await startHttpStub(() => ({ body: list(honest.url) }))
  onTestFinished(() => source.stop())
  const bootstrap = source.url
  const liar = await startHttpStub(() => ({ body: list('http://liar.example') }))
  onTestFinished(() => liar.stop())

  await ask('domain', 'example.org', { bootstrap, proxy: { http: liar.url } })
  expect(await ask('domain', 'example.org', { bootstrap })).toMatchObject({ success: true })
})

it('fails readably on an answer that is not JSON', async () => {
  const server = await registry({ '/domain/example.org': '<html>' })

  expect(await ask('domain', 'example.org', { server: server.url })).toMatchObject({
    errorMessage: expect.stringContaining('something other than JSON'),
  })
})

it('does not run without the network', async () => {
  expect(await runAnalyzer(analyzer, { dataType: 'domain', data: 'example.org' })).toMatchObject({
    errorMessage: expect.stringContaining('Network access blocked'),
  })
})

it('chooses the server of the narrowest entry', () => {
  const services = [
    [['1.0.0.0/8'], ['https://wide.example/']],
    [['1.1.0.0/16'], ['http://narrow.example/', 'https://narrow.example/']],
    [['1-65535'], ['https://all.example/']],
    [['100-200'], ['https://some.example/']],
  ] as const
  expect(serverFor(services, { kind: 'ip', value: '1.1.1.1' })).toBe('https://narrow.example/')
  expect(serverFor(services, { kind: 'ip', value: '1.2.1.1' })).toBe('https://wide.example/')
  expect(serverFor(services, { kind: 'ip', value: '9.9.9.9' })).toBeUndefined()
  expect(serverFor(services, { kind: 'autnum', value: '150' })).toBe('https://some.example/')
})

it('reads an answer of any shape', () => {
  const names = Object.keys(domainAnswer(new Date(0)))
  const key = fc.constantFrom(...names, 'vcardArray', 'roles', 'cidr0_cidrs', 'startAutnum')
  const { tree } = fc.letrec((tie) => ({
    tree: fc.oneof(
      { maxDepth: 6 },
      fc.jsonValue({ maxDepth: 1 }),
      fc.array(tie('tree'), { maxLength: 4 }),
      fc.dictionary(key, tie('tree'), { maxKeys: 5 }),
    ),
  }))
  fc.assert(
    fc.property(fc.dictionary(key, tree), (answer) => {
      expect(registrationOf(answer).contacts.length).toBeLessThanOrEqual(100)
    }),
  )
})
