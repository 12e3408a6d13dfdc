import { describe, expect, it, vi } from 'vitest'
import { startProxy, type TestProxy } from '../outage/proxy.ts'
import type { Server } from '../program.ts'
import {
  drillMs,
  hasPostgres,
  makeDrillCluster,
  patience,
  unlessPostgres,
} from './drill-cluster.ts'

const isLinux = process.platform === 'linux'
const missing = isLinux ? unlessPostgres : ' (skipped: processes are paused by signals of Linux)'

interface Victim {
  readonly name: string
  readonly server: Server
  readonly proxy: TestProxy
}

/** How a worker falls silent, and how it comes back. */
const ways: Record<string, { begin(victim: Victim): unknown; end?(victim: Victim): unknown }> = {
  killed: {
    begin: ({ server }) => server.child.kill('SIGKILL'),
  },
  paused: {
    begin: ({ server }) => server.child.kill('SIGSTOP'),
    end: ({ server }) => server.child.kill('SIGCONT'),
  },
  // What it sends arrives, and it receives nothing.
  deaf: {
    begin: ({ proxy }) => proxy.drop('down'),
    end: ({ proxy }) => proxy.pass(),
  },
  away: {
    begin: ({ proxy }) => proxy.refuse(),
    end: ({ proxy }) => proxy.accept(),
  },
}

const mayHaveActed = /may already have acted/

describe.skipIf(!hasPostgres || !isLinux)(
  `workers that fall silent for longer than their lease${missing}`,
  () => {
    it('are replaced: each report is that of the second run, and no responder acts twice', {
      timeout: drillMs,
    }, async () => {
      const cluster = await makeDrillCluster({})
      const web = await cluster.web('web')
      cluster.hold('Look', 'Keep', 'Act')
      const victims: (Victim & { jobs: { look: string; keep: string; act: string } })[] = []
      for (const name of Object.keys(ways)) {
        const proxy = await startProxy(cluster.url)
        // Full with these three, so the next ones go to the next worker.
        const server = await cluster.worker(name, {
          ASSAY_DATABASE_URL: proxy.url,
          ASSAY_JOB_SLOTS: '3',
        })
        const jobs = {
          look: await cluster.submit(web, 'Look', `look-${name}`),
          keep: await cluster.submit(web, 'Keep', `keep-${name}`),
          act: await cluster.submit(web, 'Act', `act-${name}`),
        }
        await vi.waitUntil(() => cluster.jobFolders(name).length === 3, patience)
        await vi.waitUntil(() => cluster.startsOf('Act', jobs.act).length === 1, patience)
        victims.push({ name, server, proxy, jobs })
      }
      await cluster.worker('rescuer')

      for (const victim of victims) await ways[victim.name]?.begin(victim)
      await vi.waitUntil(
        () =>
          victims.every(
            ({ jobs }) =>
              cluster.startsOf('Look', jobs.look).length === 2 &&
              cluster.startsOf('Keep', jobs.keep).length === 2,
          ),
        patience,
      )
      cluster.letEnd('Look')
      for (const { jobs } of victims) await cluster.hasEnded(jobs.look)
      const seen = await Promise.all(victims.map(({ jobs }) => cluster.end(web, jobs.look)))

      for (const victim of victims) await ways[victim.name]?.end?.(victim)
      // Once they learn that it is no longer theirs, they end what still runs.
      const living = victims.filter(({ name }) => name !== 'killed')
      for (const { name, jobs } of living)
        await vi.waitUntil(
          () =>
            !cluster.jobFolders(name).some((folder) => folder.includes(jobs.keep)) &&
            cluster.spooled(name).length === 0,
          patience,
        )
      cluster.letEnd('Keep', 'Act')
      for (const { jobs } of victims)
        for (const id of Object.values(jobs)) await cluster.hasEnded(id)

      const states = await cluster.jobs()
      for (const [at, { name, jobs }] of victims.entries()) {
        const now = {
          look: await cluster.end(web, jobs.look),
          keep: await cluster.end(web, jobs.keep),
        }
        expect(now.look, name).toEqual(seen[at])
        for (const [program, id, end] of [
          ['Look', jobs.look, now.look],
          ['Keep', jobs.keep, now.keep],
        ] as const) {
          expect(states.get(id), name).toMatchObject({ status: 'Success', run: 2, attempts: 2 })
          expect(end.report?.full?.folder, name).toBe(cluster.startsOf(program, id)[1])
          expect(cluster.startsOf(program, id), name).toHaveLength(2)
        }
        const act = await cluster.end(web, jobs.act)
        expect(cluster.startsOf('Act', jobs.act), name).toHaveLength(1)
        if (act.status !== 'Success') expect(JSON.stringify(act), name).toMatch(mayHaveActed)
      }
      for (const { server } of living) expect((await server.stop()).code).toBe(0)
    })
  },
)
