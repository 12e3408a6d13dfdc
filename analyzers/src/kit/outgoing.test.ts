import { expect, it, onTestFinished } from 'vitest'
import { guardedLookup } from './guarded-lookup.ts'
import { startHttpStub } from './http-stub.ts'
import { openResolver, openSocket, redirected, send } from './outgoing.ts'

const direct = { proxy: {}, certificates: undefined, privateTargets: [] }
const privateTargets = [{ host: '127.0.0.1', port: undefined }]
const inside = { ...direct, privateTargets }

async function stub(answer: Parameters<typeof startHttpStub>[0]) {
  const server = await startHttpStub(answer)
  onTestFinished(() => server.stop())
  return server
}

it.each([
  'http://127.0.0.1/',
  'http://2130706433/',
  'http://0x7f.1/',
  'http://10.1.2.3/',
  'http://169.254.169.254/latest/meta-data',
  'http://[::1]/',
  'http://[::ffff:192.168.0.1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://localhost/',
  'http://a.localhost/',
])('does not ask %s', async (url) => {
  await expect(send(url, direct)).rejects.toThrow('was not contacted')
})

it.each(['ftp://example.org/', 'file:///etc/passwd', 'nothing', 'http://u:p@example.org/'])(
  'does not take %s for an address',
  async (url) => {
    await expect(send(url, direct)).rejects.toThrow('The URL must')
  },
)

it('refuses a name by what it resolves to, in the connection', async () => {
  const error = await new Promise<Error | null>((done) => {
    guardedLookup({ host: 'localhost', port: 80 }, [])('localhost', { all: true }, (refusal) =>
      done(refusal),
    )
  })
  expect(error?.message).toContain('was not contacted')
})

it('follows redirects, and refuses one that leads inside', async () => {
  // Behind a proxy any name can be asked, so the first step can be public.
  const proxy = await stub(({ url }) =>
    url === 'http://first.example/'
      ? { status: 302, headers: { location: '/next' } }
      : { status: 302, headers: { location: 'http://192.168.1.1/admin' } },
  )
  const way = { ...inside, proxy: { http: proxy.url } }
  const asked = send('http://first.example/', way, { maxRedirects: 3 })

  await expect(asked).rejects.toThrow('192.168.1.1 was not contacted: address is private')
  expect(proxy.requests.map(({ url }) => url)).toEqual([
    'http://first.example/',
    'http://first.example/next',
  ])
})

it.each([
  ['https://a.example/x', '/y', 'https://a.example/y'],
  ['http://a.example/', 'https://b.example/', 'https://b.example/'],
  ['http://a.example/', 'http://b.example/', 'http://b.example/'],
])('follows %s to %s', (from, location, expected) => {
  expect(redirected(new URL(from), location).href).toBe(expected)
})

it.each(['http://a.example/', 'HTTP://b.example/'])('is not led from https to %s', (location) => {
  const follow = () => redirected(new URL('https://a.example/'), location)
  expect(follow).toThrow('a.example redirects from HTTPS to unencrypted HTTP')
})

it('gives up after the redirects that it may follow', async () => {
  const server = await stub(() => ({ status: 302, headers: { location: '/again' } }))
  const asked = send(server.url, inside, { maxRedirects: 2 })

  await expect(asked).rejects.toThrow('redirects more than 2 times')
  expect(server.requests).toHaveLength(3)
})

it('reads no more than it may', async () => {
  const server = await stub(() => ({ body: Buffer.alloc(5_000) }))
  const asked = send(server.url, inside, { maxBytes: 1_000 })

  await expect(asked).rejects.toThrow('more than 1000 bytes')
})

it('waits no longer than it may', async () => {
  const server = await stub(() => 'silence')
  const asked = send(server.url, inside, { timeoutMs: 100 })

  await expect(asked).rejects.toThrow('did not respond within 0.1 s')
})

it('says who cannot be reached', async () => {
  const server = await startHttpStub(() => ({}))
  await server.stop()

  await expect(send(server.url, inside)).rejects.toThrow('is unreachable: ECONNREFUSED')
})

it('asks no proxy of an organization that lies inside', async () => {
  const proxy = await stub(() => ({ body: 'inside' }))
  const asked = send('http://first.example/', { ...direct, proxy: { http: proxy.url } })

  await expect(asked).rejects.toThrow('127.0.0.1 was not contacted: address is loopback')
  expect(proxy.requests).toEqual([])
})

it('opens no connection to an address that lies inside', async () => {
  await expect(openSocket('10.1.2.3', 25, direct, 1_000)).rejects.toThrow(
    '10.1.2.3 was not contacted',
  )
})

it.each(['nonsense', '8.8.8.8:0', '8.8.8.8:70000', 'dns.example:53'])(
  'takes %s for no name server',
  (server) => {
    const options = { timeout: 100, tries: 1 }
    expect(() => openResolver([server], direct, options)).toThrow('Setting resolvers')
    expect(openResolver(['8.8.8.8:5353'], direct, options).getServers()).toEqual(['8.8.8.8:5353'])
  },
)

it('asks no name server that lies inside', () => {
  const options = { timeout: 100, tries: 1 }
  expect(() => openResolver(['127.0.0.1:53'], direct, options)).toThrow('was not contacted')
})
