import { mkdir, readdir, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Deps } from '../deps.ts'
import type { Caller, Origin } from '../domain/caller.ts'
import type { WorkerType } from '../domain/definition.ts'
import { isAccepted } from '../domain/needs.ts'
import type { Route } from '../http/route.ts'
import type { Db } from '../storage/database.ts'
import { builtinDefinitions } from './catalogue/builtin.ts'
import { startCatalogue } from './catalogue/catalogue.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { EngineDeps } from './deps.ts'
import { eventRoutes } from './events/routes.ts'
import { makeStreams } from './events/streams.ts'
import type { Builtin } from './execution/builtin-runner.ts'
import { type ClaimedJob, isShared } from './execution/claim.ts'
import { execute } from './execution/execute.ts'
import { startClusterSweep } from './execution/kubernetes/sweep.ts'
import {
  keepLeases,
  type LeaseKeeper,
  type LeaseTimes,
  newOwner,
  recoverDead,
  releaseJobs,
} from './execution/lease.ts'
import { sweepLeftFolders } from './execution/left-folders.ts'
import { startLoop } from './execution/loop.ts'
import { makeMayClaim } from './execution/may-claim.ts'
import type { Runner } from './execution/runner.ts'
import type { SandboxState } from './execution/sandbox.ts'
import { openSpool } from './execution/spool.ts'
import { makeStrayClaims } from './execution/stray-claims.ts'
import type { WarmPythonState } from './execution/warm-state.ts'
import { feedRoutes } from './feeds/routes.ts'
import { makeJobEvents } from './jobs/events.ts'
import { startRetention } from './jobs/retention.ts'
import { jobRoutes } from './jobs/routes.ts'
import { type RunInput, type Submitted, submit } from './jobs/submit.ts'
import { startWatch } from './jobs/watch.ts'
import { makeLimitedClaims } from './nodes/limits.ts'
import { beatMs, type Node, nodesTopic, startNode } from './nodes/node.ts'
import { openOffers, startTries } from './nodes/offers.ts'
import { failUnrunnable } from './nodes/unrunnable.ts'
import { openResourceCache } from './resources/cache.ts'
import { openOperatorFolder } from './resources/operator-folder.ts'
import { resourceRoutes } from './resources/routes.ts'
import { startResourceSweep } from './resources/sweep.ts'
import { enableOffline } from './workers/enable-offline.ts'
import { workerRoutes } from './workers/routes.ts'

export interface Engine {
  /** Claims no more jobs: somebody asked for it, or it stops. */
  isDraining(): boolean
  /** Tells and hears now what else the next heartbeat would. */
  beat(): Promise<void>
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
  leaseTimes?: LeaseTimes
}

/** How often to look for what other processes did, where their messages do not arrive. */
const deafPollMs = 250

export async function startEngine(
  deps: Deps,
  runners: readonly Runner[],
  { pollMs = 1_000, builtins = [], leaseTimes }: EngineOptions = {},
): Promise<Engine> {
  const { config, clock, queue, log } = deps
  const isWorker = config.roles.includes('worker')
  const tries = startTries(isWorker ? runners : [], log)
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
  const events = makeJobEvents(deps.cluster)
  const spool = await openSpool(
    { ...deps, events },
    { folder: join(dataFolder, 'spool'), limitBytes: config.job.spoolLimitBytes },
  )
  let wake: EngineDeps['wake'] = () => false
  let workingRunners: EngineDeps['workingRunners'] = () => []
  let node: Node | undefined
  const engineDeps: EngineDeps = {
    ...deps,
    catalogue,
    runners,
    workingRunners: () => workingRunners(),
    offered: () => node?.offered() ?? [],
    waitingFor: (needs) => node?.waitingFor(needs),
    workersChanged() {
      void node?.beat()
      deps.cluster.notify(nodesTopic, '')
    },
    jobsFolder,
    operatorFolder,
    resourceCache,
    spool,
    events,
    wake: (needs) => wake(needs),
  }
  const offers = await openOffers({ ...engineDeps, tries })
  workingRunners = offers.runners
  // Before their jobs are given to anybody else: a program must not run twice at once.
  if ((await readdir(jobsFolder)).length > 0) endLeftovers(runners, log)
  // Before anybody runs again what a predecessor has done.
  await spool.send()
  await recoverDead(engineDeps, owner)
  await sweepLeftFolders(engineDeps)
  const onQueue = { ...deps, db: queue }
  const limits = makeLimitedClaims(onQueue)
  await limits.refresh()
  let isDraining = false
  let leases: LeaseKeeper | undefined
  const isSure = () => leases?.isSure() ?? true
  const canStoreEnds = makeMayClaim(engineDeps, { dataFolder, spool, isSure })
  const mayClaim = async () =>
    deps.schemaProblem() === undefined &&
    !isDraining &&
    !deps.stopping.aborted &&
    (await canStoreEnds())
  const withoutStrays = makeStrayClaims(engineDeps, owner)
  const taking = async (claim: () => Promise<ClaimedJob[]>) =>
    (await mayClaim()) ? withoutStrays(claim) : []
  const slots = isWorker ? config.job.slots : 0
  const loop = startLoop({
    slots,
    pollMs,
    claim: (count) => taking(() => limits.claim(owner, count, offers.accepts())),
    claimOther: (except) => taking(() => limits.claimOther(owner, except, offers.accepts())),
    isShared: () => isShared(queue),
    execute: (job, signal, ran) => execute(engineDeps, job, signal, ran),
    log,
  })
  wake = (needs) =>
    loop.wake() && !isDraining && (needs === undefined || isAccepted(needs, offers.accepts()))
  node = await startNode(onQueue, {
    id: owner.slice(owner.lastIndexOf('/') + 1),
    report: () => ({
      slots,
      running: loop.running().length,
      runners: offers.runners().map(({ name }) => name),
      accepts: offers.accepts(),
    }),
    async look() {
      await limits.refresh()
      if (await offers.refresh()) loop.wake()
    },
    onDraining(isAsked) {
      isDraining = isAsked
      if (!isAsked) loop.wake()
    },
    afterBeat: () => failUnrunnable({ ...engineDeps, db: queue }, config.job.unrunnableAfterMs),
    everyMs: beatMs(config.job.unrunnableAfterMs),
  })
  const own = node
  leases = keepLeases(engineDeps, owner, loop, leaseTimes)
  const retention = startRetention(engineDeps)
  const watch = startWatch(engineDeps)
  const resourceSweep = startResourceSweep(engineDeps)
  const clusterSweep = startClusterSweep(engineDeps)
  const streams = makeStreams(engineDeps)
  const { cluster } = engineDeps
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
    catalogue.onChange(() => void own.beat()),
  ]
  const polls = setInterval(() => {
    if (!cluster.isDeaf()) return
    loop.wake()
    watch.look()
  }, deafPollMs)

  return {
    isDraining: own.isDraining,
    beat: own.beat,
    sandbox: runners.find(({ sandbox }) => sandbox !== undefined)?.sandbox,
    warmPython: () => runners.find((runner) => runner.warmPython)?.warmPython?.(),
    routes(route) {
      catalogueRoutes(route, engineDeps)
      workerRoutes(route, engineDeps)
      jobRoutes(route, engineDeps)
      eventRoutes(route, engineDeps, streams)
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
      clearInterval(polls)
      await Promise.all(
        [leases, retention, watch, resourceSweep, clusterSweep, catalogue].map((part) =>
          part?.stop(),
        ),
      )
      await spool.stop()
      // Only now: a job that is given back while its program still runs would run twice at once.
      await releaseJobs(engineDeps, owner).catch((err: unknown) =>
        log.error(
          { err },
          'running jobs were not given back; they are recovered at the next start',
        ),
      )
      await own.stop()
      await streams.stop()
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
