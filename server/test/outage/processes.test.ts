import { setTimeout as sleep } from 'node:timers/promises'
import { describe, expect, it, vi } from 'vitest'
import { databases } from '../databases.ts'
import { migratedPostgres } from '../places.ts'
import { run } from '../program.ts'
import { makeOutageDrill } from './drill.ts'
import { startProxy, type TestProxy } from './proxy.ts'

const postgres = databases.filter(({ name }) => name === 'postgres')
const patience = { timeout: 60_000, interval: 200 }

async function makeProxiedDrill(settings: Record<string, string> = {}) {
  const proxy = await startProxy(await migratedPostgres())
  return { proxy, drill: await makeOutageDrill({ ASSAY_DATABASE_URL: proxy.url, ...settings }) }
}

const outages: { how: string; begin(proxy: TestProxy): unknown; end(proxy: TestProxy): unknown }[] =
  [
    { how: 'refuses', begin: (proxy) => proxy.refuse(), end: (proxy) => proxy.accept() },
    { how: 'hangs', begin: (proxy) => proxy.hold('both'), end: (proxy) => proxy.pass() },
  ]

describe.each(postgres)('$name: the program, when the database', () => {
  it.each(outages)(
    '$how for five seconds, brings home all jobs that end meanwhile',
    async ({ begin, end }) => {
      const { proxy, drill } = await makeProxiedDrill()
      const server = await drill.start()
      const ids = await drill.submit(server, 'Look', 18)
      ids.push(...(await drill.submit(server, 'Act', 2)))
      await vi.waitUntil(() => drill.runs('Look') === 18 && drill.runs('Act') === 2, patience)

      await begin(proxy)
      await Promise.all([drill.letEnd('Look'), drill.letEnd('Act')])
      await sleep(5_000)
      await vi.waitUntil(() => drill.spooled().length === 20, patience)
      await end(proxy)

      await vi.waitUntil(() => drill.spooled().length === 0, patience)
      await vi.waitFor(
        async () =>
          expect(new Set(await drill.statuses(server, ids))).toEqual(new Set(['Success'])),
        patience,
      )
      expect(drill.runs('Look') + drill.runs('Act')).toBe(20)
      const { code, stderr } = await server.stop()
      expect(code).toBe(0)
      expect(stderr.match(/"the database is away"/g)).toHaveLength(1)
      expect(stderr.match(/"the database is back"/g)).toHaveLength(1)
      expect(stderr.split('\n').length).toBeLessThan(15)
    },
    180_000,
  )

  it('is away and the process is killed, its successor stores what it left before it runs anything', async () => {
    const { proxy, drill } = await makeProxiedDrill()
    const server = await drill.start()
    const look = await drill.submit(server, 'Look', 3)
    const act = await drill.submit(server, 'Act', 1)
    await vi.waitUntil(() => drill.runs('Look') === 3 && drill.runs('Act') === 1, patience)
    await proxy.refuse()
    await Promise.all([drill.letEnd('Look'), drill.letEnd('Act')])
    await vi.waitUntil(() => drill.spooled().length === 4, patience)
    server.child.kill('SIGKILL')
    await server.ended
    await proxy.accept()

    const successor = await drill.start()

    expect(await drill.statuses(successor, [...look, ...act])).toEqual(
      Array.from({ length: 4 }, () => 'Success'),
    )
    expect(drill.spooled()).toEqual([])
    expect(drill.runs('Look') + drill.runs('Act')).toBe(4)
  }, 180_000)

  it('does not answer at a start, waits for it', async () => {
    const { proxy, drill } = await makeProxiedDrill()
    await proxy.refuse()

    const program = run({
      ...drill.environment,
      ASSAY_HTTP_HOST: '127.0.0.1',
      ASSAY_HTTP_PORT: '0',
    })
    await program.shows('stderr', 'the database is away')
    await sleep(1_500)
    await proxy.accept()

    await program.shows('stdout', ' is ready at ')
  }, 120_000)

  it('is lost after the start, goes on and is ready again', async () => {
    const { proxy, drill } = await makeProxiedDrill()
    const server = await drill.start()
    const health = async () => (await server.call('GET', '/api/health')).status

    await proxy.refuse()
    await vi.waitUntil(async () => (await health()) === 503, patience)
    expect((await server.call('GET', '/api/alive')).status).toBe(200)
    // Polls, leases and webhooks have all had their turn.
    await sleep(6_000)
    await proxy.accept()

    await vi.waitUntil(async () => (await health()) === 200, patience)
    expect(server.child.exitCode).toBeNull()
    expect(server.stderr().split('\n').length).toBeLessThan(10)
  }, 120_000)
})

describe('the program on SQLite', () => {
  it('starts no jobs when there is too little space', async () => {
    const drill = await makeOutageDrill({ ASSAY_JOB_MINFREE: '1000000GB' })
    const server = await drill.start()

    const [id = ''] = await drill.submit(server, 'Look', 1)
    await server.shows('stderr', 'there is too little space in the data folder')

    expect(await drill.statuses(server, [id])).toEqual(['Waiting'])
    expect(drill.runs('Look')).toBe(0)
  }, 60_000)
})
