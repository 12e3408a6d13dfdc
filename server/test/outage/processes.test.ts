import { describe, expect, it, vi } from 'vitest'
import { onlyPostgres } from '../databases.ts'
import { patienceMs } from '../patience.ts'
import { migratedPostgres } from '../places.ts'
import { loopback, run } from '../program.ts'
import { makeOutageDrill } from './drill.ts'
import { startProxy, type TestProxy } from './proxy.ts'

const patience = { timeout: patienceMs, interval: 200 }

async function makeProxiedDrill(settings: Record<string, string> = {}) {
  const proxy = await startProxy(await migratedPostgres())
  return { proxy, drill: await makeOutageDrill({ ASSAY_DATABASE_URL: proxy.url, ...settings }) }
}

const outages: { how: string; begin(proxy: TestProxy): unknown; end(proxy: TestProxy): unknown }[] =
  [
    { how: 'refuses', begin: (proxy) => proxy.refuse(), end: (proxy) => proxy.accept() },
    { how: 'hangs', begin: (proxy) => proxy.hold('both'), end: (proxy) => proxy.pass() },
  ]

describe.each(onlyPostgres)('$name: the program, when the database', () => {
  it.each(outages)(
    '$how for a while, is not ready, continues, and stores all jobs that end until then',
    async ({ begin, end }) => {
      const { proxy, drill } = await makeProxiedDrill()
      const server = await drill.start()
      const health = async () => (await server.call('GET', '/api/health')).status
      const ids = await drill.submit(server, 'Look', 8)
      ids.push(...(await drill.submit(server, 'Act', 2)))
      await vi.waitUntil(() => drill.runs('Look') === 8 && drill.runs('Act') === 2, patience)

      await begin(proxy)
      await Promise.all([drill.letEnd('Look'), drill.letEnd('Act')])
      await vi.waitUntil(() => drill.spooled().length === 10, patience)
      await vi.waitUntil(async () => (await health()) === 503, patience)
      expect((await server.call('GET', '/api/alive')).status).toBe(200)
      await end(proxy)

      await vi.waitUntil(async () => (await health()) === 200, patience)
      await vi.waitUntil(() => drill.spooled().length === 0, patience)
      await vi.waitFor(
        async () =>
          expect(new Set(await drill.statuses(server, ids))).toEqual(new Set(['Success'])),
        patience,
      )
      expect(drill.runs('Look') + drill.runs('Act')).toBe(10)
      expect(server.child.exitCode).toBeNull()
      const { code, stderr } = await server.stop()
      expect(code).toBe(0)
      expect(stderr.match(/"database unavailable"/g)).toHaveLength(1)
      expect(stderr.match(/"database available again"/g)).toHaveLength(1)
      expect(stderr.split('\n').length).toBeLessThan(15)
    },
  )

  it('is unavailable and the process is killed, its successor stores what it left before it runs anything', async () => {
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
  })

  it('does not answer at a start, waits for it', async () => {
    const { proxy, drill } = await makeProxiedDrill({ ASSAY_DATABASE_STARTWAIT: '1h' })
    await proxy.refuse()

    const program = run({ ...drill.environment, ...loopback })
    await program.shows('stderr', 'database unavailable')
    await proxy.accept()

    await program.shows('stdout', ' is ready at ')
  })

  it.each([
    /obj_description/,
    /delete from "nodes"/,
    /insert into "nodes"/,
    /"url_sealed" is null/,
    /delete from "meta"/,
    /from audit/,
  ])(
    'takes a statement of a start and ends the connection before it answers %s, starts all the same',
    async (statement) => {
      const { proxy, drill } = await makeProxiedDrill()
      const isCut = proxy.cutAfter(statement)

      const program = run({ ...drill.environment, ...loopback })

      await isCut
      await program.shows('stdout', ' is ready at ')
    },
  )
})

describe('the program on SQLite', () => {
  it('starts no jobs when there is too little space', async () => {
    const drill = await makeOutageDrill({ ASSAY_JOB_MINFREE: '1000000GB' })
    const server = await drill.start()

    const [id = ''] = await drill.submit(server, 'Look', 1)
    await server.shows('stderr', 'low disk space in the data folder')

    expect(await drill.statuses(server, [id])).toEqual(['Waiting'])
    expect(drill.runs('Look')).toBe(0)
  })
})
