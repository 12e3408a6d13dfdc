import { expect, it, onTestFinished } from 'vitest'
import { guardedLookup } from './guarded-lookup.ts'
import { startHttpStub } from './http-stub.ts'
import { send } from './outgoing.ts'

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
  await expect(send(url, direct)).rejects.toThrow('is not asked')
})

it.each(['ftp://example.org/', 'file:///etc/passwd', 'nothing', 'http://u:p@example.org/'])(
  'does not take %s for an address',
  async (url) => {
    await expect(send(url, direct)).rejects.toThrow('The address must')
  },
)

it('refuses a name by what it resolves to, in the connection', async () => {
  const error = await new Promise<Error | null>((done) => {
    guardedLookup({ host: 'localhost', port: 80 }, [])('localhost', { all: true }, (refusal) =>
      done(refusal),
    )
  })
  expect(error?.message).toContain('is not asked')
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

  await expect(asked).rejects.toThrow('192.168.1.1 is not asked: its address is private')
  expect(proxy.requests.map(({ url }) => url)).toEqual([
    'http://first.example/',
    'http://first.example/next',
  ])
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

  await expect(asked).rejects.toThrow('did not answer within 0.1 s')
})

it('says who cannot be reached', async () => {
  const server = await startHttpStub(() => ({}))
  await server.stop()

  await expect(send(server.url, inside)).rejects.toThrow('cannot be reached: ECONNREFUSED')
})
