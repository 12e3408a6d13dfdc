import { expect, it, vi } from 'vitest'
import { ownPostgres } from '../outage/own-postgres.ts'
import { startProxy } from '../outage/proxy.ts'
import type { Server } from '../program.ts'
import { describeDrill, drillMs, makeDrillCluster, patience } from './drill-cluster.ts'
import type { ProgramName } from './drill-programs.ts'

const timeout = drillMs

describeDrill('a database that restarts under load', () => {
  const postgres = ownPostgres()

  it('is invisible to clients that retry after a 503, and each acknowledged job ends once', {
    timeout,
  }, async () => {
    const server = await postgres()
    const cluster = await makeDrillCluster({ url: server.url })
    const webs = [await cluster.web('web-1'), await cluster.web('web-2')]
    const workers = [await cluster.worker('worker-1'), await cluster.worker('worker-2')]
    let isOver = false
    const submitted: { program: ProgramName; id: string }[] = []
    const client = async (number: number) => {
      for (let count = 0; !isOver && count < 60; count += 1) {
        const program = (['Look', 'Act', 'Look', 'Hash'] as const)[(number + count) % 4] ?? 'Look'
        const web = webs[count % 2] as Server
        const token = `${program}-${number}-${count}`
        submitted.push({ program, id: await cluster.submit(web, program, token) })
      }
    }
    const clients = Promise.all([0, 1, 2, 3].map(client))

    for (let restarts = 1; restarts <= 2; restarts += 1) {
      const before = submitted.length
      await vi.waitUntil(() => submitted.length > before + 5 || submitted.length === 240, patience)
      await server.restart(300)
    }
    const afterRestarts = submitted.length
    await vi.waitUntil(
      () => submitted.length > afterRestarts + 5 || submitted.length === 240,
      patience,
    )
    isOver = true
    await clients

    for (const { id } of submitted) await cluster.hasEnded(id)
    expect(submitted.length).toBeGreaterThan(20)
    for (const { program, id } of submitted) {
      const { status, report } = await cluster.end(webs[0] as Server, id)
      expect(status, `${program} ${id}`).toBe('Success')
      // Nothing was killed, so nothing had to be run again.
      expect(cluster.startsOf(program, id)).toEqual([report?.full?.folder])
    }
    // A submission whose answer was lost is the same job when it is sent once more.
    const [{ count } = { count: 0 }] = await cluster.ask<{ count: number }>(
      'select count(*)::int as count from jobs',
    )
    expect(count).toBe(submitted.length)
    for (const one of [...webs, ...workers]) {
      expect(one.child.exitCode).toBeNull()
      expect((await one.stop()).code).toBe(0)
    }
  })
})

describeDrill('two workers that lose the database for longer than their leases', () => {
  it('report each job once, whichever is back first, and run none more than twice', {
    timeout,
  }, async () => {
    const cluster = await makeDrillCluster({})
    const ofWeb = await startProxy(cluster.url)
    const web = await cluster.web('web', { ASSAY_DATABASE_URL: ofWeb.url })
    const proxies = [await startProxy(cluster.url), await startProxy(cluster.url)] as const
    cluster.hold('Look', 'Act')
    const workers: Server[] = []
    const jobs: string[][] = []
    for (const [at, proxy] of proxies.entries()) {
      workers.push(
        await cluster.worker(`worker-${at}`, {
          ASSAY_DATABASE_URL: proxy.url,
          ASSAY_JOB_SLOTS: '6',
        }),
      )
      const ids = []
      for (let count = 0; count < 5; count += 1)
        ids.push(await cluster.submit(web, 'Look', `look-${at}-${count}`))
      ids.push(await cluster.submit(web, 'Act', `act-${at}`))
      await vi.waitUntil(() => cluster.jobFolders(`worker-${at}`).length === 6, patience)
      await vi.waitUntil(
        () => cluster.allStarts('Act').length + cluster.allStarts('Look').length === (at + 1) * 6,
        patience,
      )
      jobs.push(ids)
    }
    const [ofFirst = [], ofSecond = []] = jobs

    for (const proxy of [ofWeb, ...proxies]) await proxy.refuse()
    cluster.letEnd('Look', 'Act')
    for (const at of [0, 1])
      await vi.waitUntil(() => cluster.spooled(`worker-${at}`).length === 6, patience)
    await vi.waitUntil(
      async () => [...(await cluster.jobs()).values()].every((job) => job.is_expired),
      patience,
    )
    await Promise.all([proxies[1].accept(), ofWeb.accept()])
    // What the other did is run again; its own results it may report, unless they were taken over.
    for (const id of [...ofSecond, ...ofFirst.slice(0, 5)]) await cluster.hasEnded(id)
    const seen = await Promise.all(ofFirst.slice(0, 5).map((id) => cluster.end(web, id)))
    await proxies[0].accept()
    await vi.waitUntil(() => cluster.spooled('worker-0').length === 0, patience)
    for (const id of ofFirst) await cluster.hasEnded(id)

    const states = await cluster.jobs()
    for (const id of jobs.flat()) {
      expect(states.get(id)).toMatchObject({ status: 'Success' })
      expect(states.get(id)?.attempts).toBeLessThanOrEqual(2)
    }
    expect(await Promise.all(ofFirst.slice(0, 5).map((id) => cluster.end(web, id)))).toEqual(seen)
    for (const id of ofFirst.slice(0, 5)) {
      const { report } = await cluster.end(web, id)
      expect(report?.full?.folder).toBe(cluster.startsOf('Look', id)[1])
    }
    // A responder is waited for, and has acted once.
    for (const id of [ofFirst[5] ?? '', ofSecond[5] ?? ''])
      expect(cluster.startsOf('Act', id)).toHaveLength(1)
    for (const worker of workers) expect((await worker.stop()).code).toBe(0)
  })
})
