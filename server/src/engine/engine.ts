import { mkdir, readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Deps } from '../deps.ts'
import type { Caller, Origin } from '../domain/caller.ts'
import type { WorkerType } from '../domain/definition.ts'
import { acceptedBy } from '../domain/needs.ts'
import type { Route } from '../http/route.ts'
import type { Db } from '../storage/database.ts'
import { builtinDefinitions } from './catalogue/builtin.ts'
import { startCatalogue } from './catalogue/catalogue.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { EngineDeps } from './deps.ts'
import { eventRoutes } from './events/routes.ts'
import type { Builtin } from './execution/builtin-runner.ts'
import { claimJobs, claimOtherJob, hasSeveralTenants } from './execution/claim.ts'
import { execute } from './execution/execute.ts'
import { keepLeases, newOwner, recoverDead, releaseJobs } from './execution/lease.ts'
import { sweepLeftFolders } from './execution/left-folders.ts'
import { startLoop } from './execution/loop.ts'
import type { Runner } from './execution/runner.ts'
import type { SandboxState } from './execution/sandbox.ts'
import type { WarmPythonState } from './execution/warm-state.ts'
import { feedRoutes } from './feeds/routes.ts'
import { makeJobEvents } from './jobs/events.ts'
import { startRetention } from './jobs/retention.ts'
import { jobRoutes } from './jobs/routes.ts'
import { type RunInput, type Submitted, submit } from './jobs/submit.ts'
import { startWatch } from './jobs/watch.ts'
import { openResourceCache } from './resources/cache.ts'
import { openOperatorFolder } from './resources/operator-folder.ts'
import { resourceRoutes } from './resources/routes.ts'
import { startResourceSweep } from './resources/sweep.ts'
import { enableOffline } from './workers/enable-offline.ts'
import { workerRoutes } from './workers/routes.ts'

export interface Engine {
  /** Undefined when this process starts no programs. */
  readonly sandbox: SandboxState | undefined
  warmPython(): WarmPythonState | undefined
  routes(route: Route): void
  /** A job as if the caller had asked for it. */
  submit(caller: Caller, type: WorkerType, workerId: string, input: RunInput): Promise<Submitted>
  /** Called in the transaction that makes an organization which is to have analyzers at once. */
  enableOffline(tx: Db, organization: string, caller: Caller, origin: Origin): Promise<void>
  /**
   * No new jobs; running ones get this long, then they are ended: analyzers go back into the queue,
   * responders fail, because nobody knows whether they already acted.
   */
  stop(graceMs: number): Promise<void>
}

export interface EngineOptions {
  /** Our own jobs wake the loop at once, on PostgreSQL those of other processes too. This is behind it. */
  pollMs?: number
  /** Beside those that come with the program. */
  builtins?: readonly Builtin[]
}

export async function startEngine(
  deps: Deps,
  runners: readonly Runner[],
  { pollMs = 1_000, builtins = [] }: EngineOptions = {},
): Promise<Engine> {
  const { config, clock, db, log } = deps
  const owner = newOwner()
  const dataFolder = resolve(config.data.dir)
  const jobsFolder = await openJobsFolder(config)
  const operatorFolder = await openOperatorFolder(config.analyzer.resources, dataFolder)
  const resourceCache = await openResourceCache(
    join(dataFolder, 'resources'),
    deps.blobs,
    clock.now,
  )
  const catalogue = await startCatalogue({
    analyzerUrls: config.analyzer.urls,
    responderUrls: config.responder.urls,
    // Offered only where this program may run them, as every entry that no runner accepts is useless.
    builtin: runners.some(({ name }) => name === 'builtin')
      ? [...builtinDefinitions, ...builtins.map(({ definition }) => definition)]
      : [],
    log,
    watch: true,
  })
  let wake: () => void = () => undefined
  const engineDeps: EngineDeps = {
    ...deps,
    catalogue,
    runners,
    jobsFolder,
    operatorFolder,
    resourceCache,
    events: makeJobEvents(deps.cluster),
    wake: () => wake(),
  }
  // Before their jobs are given to anybody else: a program must not run twice at once.
  if ((await readdir(jobsFolder)).length > 0) endLeftovers(runners, log)
  await recoverDead(engineDeps, owner)
  await sweepLeftFolders(engineDeps)
  const accepts = acceptedBy(runners.map(({ name }) => name))
  const isWorker = config.roles.includes('worker')
  const loop = startLoop({
    slots: isWorker ? config.job.slots : 0,
    pollMs,
    claim: (count) => claimJobs(deps, owner, count, accepts),
    claimOther: (except) => claimOtherJob(deps, owner, except, accepts),
    isShared: () => hasSeveralTenants(db),
    execute: (job, signal, ran) => execute(engineDeps, job, signal, ran),
    log,
  })
  wake = loop.wake
  const leases = keepLeases(engineDeps, loop)
  const retention = startRetention(engineDeps)
  const watch = startWatch(engineDeps)
  const resourceSweep = startResourceSweep(engineDeps)
  const { events, cluster } = engineDeps
  const subscriptions = [
    // A deleted job is stopped at once, or else by the next renewal of its lease.
    events.onAny((event) => {
      if (event.status === 'Deleted') loop.cancel(event.jobId)
      deps.bus.publish(event)
    }),
    events.onForeign(({ status }) => {
      if (status === 'Waiting') loop.wake()
    }),
    cluster.onBack(() => loop.wake()),
  ]

  return {
    sandbox: runners.find(({ sandbox }) => sandbox !== undefined)?.sandbox,
    warmPython: () => runners.find((runner) => runner.warmPython)?.warmPython?.(),
    routes(route) {
      catalogueRoutes(route, engineDeps)
      workerRoutes(route, engineDeps)
      jobRoutes(route, engineDeps)
      eventRoutes(route, engineDeps)
      feedRoutes(route, engineDeps)
      resourceRoutes(route, engineDeps)
    },
    submit: (caller, type, workerId, input) => submit(engineDeps, caller, type, workerId, input),
    enableOffline: (tx, organization, caller, origin) =>
      enableOffline(engineDeps, tx, organization, caller, origin),
    async stop(graceMs) {
      const limit = setTimeout(loop.abort, graceMs)
      await loop.drain()
      clearTimeout(limit)
      for (const end of subscriptions) end()
      await Promise.all(
        [leases, retention, watch, resourceSweep, catalogue].map((part) => part.stop()),
      )
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

/** By its real path: a sandbox cannot mount anything on a symbolic link. */
async function openJobsFolder({ job, data }: Deps['config']): Promise<string> {
  const folder = resolve(job.directory ?? join(data.dir, 'jobs'))
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return realpath(folder)
}

/** A killed server takes its programs along; this is for when what watches over them was killed too. */
function endLeftovers(runners: readonly Runner[], log: Deps['log']): void {
  for (const runner of runners) {
    const count = runner.endLeftovers?.() ?? 0
    if (count > 0) log.warn({ runner: runner.name, count }, 'ended programs that a crash had left')
  }
}
