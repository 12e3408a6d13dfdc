import { mkdir } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Deps } from '../deps.ts'
import type { Caller, Origin } from '../domain/caller.ts'
import type { Route } from '../http/route.ts'
import type { Db } from '../storage/database.ts'
import { builtinDefinitions } from './catalogue/builtin.ts'
import { startCatalogue } from './catalogue/catalogue.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import { datastoreRoutes } from './datastore/routes.ts'
import type { EngineDeps } from './deps.ts'
import { eventRoutes } from './events/routes.ts'
import { execute } from './execution/execute.ts'
import { keepLeases, leaseMs, newOwner, recoverDead, releaseJobs } from './execution/lease.ts'
import { sweepLeftFolders } from './execution/left-folders.ts'
import { startLoop } from './execution/loop.ts'
import { claimJobs } from './execution/queue.ts'
import type { Runner } from './execution/runner.ts'
import { feedRoutes } from './feeds/routes.ts'
import { makeJobEvents } from './jobs/events.ts'
import { startRetention } from './jobs/retention.ts'
import { jobRoutes } from './jobs/routes.ts'
import { enableOffline } from './workers/enable-offline.ts'
import { workerRoutes } from './workers/routes.ts'

export interface Engine {
  routes(route: Route): void
  /** Called in the transaction that makes an organization which is to have analyzers at once. */
  enableOffline(tx: Db, organization: string, caller: Caller, origin: Origin): Promise<void>
  /**
   * No new jobs; running ones get this long, then they are ended: analyzers go back into the queue,
   * responders fail, because nobody knows whether they already acted.
   */
  stop(graceMs: number): Promise<void>
}

/** Waiting jobs of other processes are found by this poll; our own wake the loop at once. */
const pollMs = 1_000

export async function startEngine(deps: Deps, runners: readonly Runner[]): Promise<Engine> {
  const { config, clock, db, dialect, log } = deps
  const owner = newOwner()
  const jobsFolder = config.job.directory ?? join(resolve(config.data.dir), 'jobs')
  await mkdir(jobsFolder, { recursive: true, mode: 0o700 })
  const catalogue = await startCatalogue({
    analyzerUrls: config.analyzer.urls,
    responderUrls: config.responder.urls,
    // Offered only where this program may run them, as every entry that no runner accepts is useless.
    builtin: runners.some(({ name }) => name === 'builtin') ? builtinDefinitions : [],
    log,
    watch: true,
  })
  let wake: () => void = () => undefined
  const engineDeps: EngineDeps = {
    ...deps,
    catalogue,
    runners,
    jobsFolder,
    events: makeJobEvents(),
    wake: () => wake(),
  }
  await recoverDead(engineDeps, owner)
  await sweepLeftFolders(engineDeps)
  const isWorker = config.roles.includes('worker')
  const loop = startLoop({
    slots: isWorker ? config.job.slots : 0,
    pollMs,
    claim: (count) => claimJobs(db, dialect, owner, count, clock.now(), leaseMs),
    execute: (job, signal) => execute(engineDeps, owner, job, signal),
    log,
  })
  wake = loop.wake
  const leases = keepLeases(engineDeps, owner, loop)
  const retention = startRetention(engineDeps)
  // A deleted job is stopped at once; in other processes by the next renewal of its lease.
  const stopListening = engineDeps.events.onAny(({ jobId, status }) => {
    if (status === 'Deleted') loop.cancel(jobId)
  })

  return {
    routes(route) {
      catalogueRoutes(route, engineDeps)
      workerRoutes(route, engineDeps)
      jobRoutes(route, engineDeps)
      eventRoutes(route, engineDeps)
      datastoreRoutes(route, engineDeps)
      feedRoutes(route, engineDeps)
    },
    enableOffline: (tx, organization, caller, origin) =>
      enableOffline(engineDeps, tx, organization, caller, origin),
    async stop(graceMs) {
      const limit = setTimeout(loop.abort, graceMs)
      await loop.drain()
      clearTimeout(limit)
      stopListening()
      await Promise.all([leases.stop(), retention.stop(), catalogue.stop()])
      // Only now: a job that is given back while its program still runs would run twice at once.
      await releaseJobs(engineDeps, owner).catch((err: unknown) =>
        log.error(
          { err },
          'running jobs were not given back; they are recovered at the next start',
        ),
      )
      for (const runner of runners) await runner.stop?.()
    },
  }
}
