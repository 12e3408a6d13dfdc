import type { Deps } from '../deps.ts'
import type { Caller, Origin } from '../domain/caller.ts'
import type { WorkerType } from '../domain/definition.ts'
import type { Route } from '../http/route.ts'
import type { Db } from '../storage/database.ts'
import { analyzerSetRoutes } from './analyzer-sets/routes.ts'
import { blockListRoutes } from './block-lists/routes.ts'
import { budgetRoutes } from './budgets/routes.ts'
import { catalogueRoutes } from './catalogue/routes.ts'
import type { EngineDeps } from './deps.ts'
import { eventRoutes } from './events/routes.ts'
import { makeStreams } from './events/streams.ts'
import type { LeaseTimes } from './execution/lease.ts'
import { startRetention } from './jobs/retention.ts'
import { retentionRoutes } from './jobs/retention-routes.ts'
import { jobRoutes } from './jobs/routes.ts'
import { type RunInput, type Submitted, submit } from './jobs/submit.ts'
import { startWatch } from './jobs/watch.ts'
import { mispRoutes } from './misp/routes.ts'
import { startTries } from './nodes/offers.ts'
import { openEngine } from './open.ts'
import { policyRoutes } from './protection/policy-routes.ts'
import { protectionRoutes } from './protection/routes.ts'
import { startRechecks } from './rechecks/schedule.ts'
import { resourceRoutes } from './resources/routes.ts'
import { startResourceSweep } from './resources/sweep.ts'
import { responseRoutes } from './responses/routes.ts'
import { startResponses } from './responses/sweep.ts'
import type { Builtin } from './runners/builtin/builtin-runner.ts'
import { startClusterSweep } from './runners/kubernetes/sweep.ts'
import type { Runner } from './runners/runner.ts'
import type { SandboxState } from './runners/sandbox/sandbox.ts'
import type { WarmPythonState } from './runners/warm-state.ts'
import { threatFeedRoutes } from './threat-feeds/routes.ts'
import { type FeedSchedule, startThreatFeeds } from './threat-feeds/schedule.ts'
import { startBackFill } from './values/back-fill.ts'
import { startTellingOfContradictions } from './values/contradicted.ts'
import { startExpiry } from './values/expire.ts'
import { startWork, type Work } from './work.ts'
import { enableBuiltin } from './workers/enable-builtin.ts'
import { workerRoutes } from './workers/routes.ts'

export interface Engine {
  /** Claims no more jobs: it was asked to drain, or it stops. */
  isDraining(): boolean
  /** Sends and reads now what the next heartbeat would. */
  beat(): Promise<void>
  /** Undefined when this process starts no programs. */
  readonly sandbox: SandboxState | undefined
  warmPython(): WarmPythonState | undefined
  routes(route: Route): void
  /** A job as if the caller had submitted it. */
  submit(caller: Caller, type: WorkerType, workerId: string, input: RunInput): Promise<Submitted>
  /** Called in the transaction that makes an organization which is to have analyzers at once. */
  enableBuiltin(
    tx: Db,
    which: 'offline' | 'all',
    organization: string,
    caller: Caller,
    origin: Origin,
  ): Promise<void>
  /** Runs jobs and keeps house. Until then only calls are answered, and nothing is changed unasked. */
  begin(): Promise<void>
  /**
   * No new jobs; running ones get this long, then they are ended: analyzers go back into the queue,
   * responders fail, because it is unknown whether they already acted.
   */
  stop(graceMs: number): Promise<void>
}

export interface EngineOptions {
  /**
   * Our own jobs wake the loop at once, on PostgreSQL those of other processes too. This is the fallback.
   */
  pollMs?: number
  /** In addition to those that come with the program. */
  builtins?: readonly Builtin[]
  leaseTimes?: LeaseTimes
  /** How often to look for watched values that are to be analyzed again. */
  recheckMs?: number
  /** How often to look for responses that expired, ended elsewhere or are to be undone. */
  responseMs?: number
}

/** How often to look for what other processes did, where their messages do not arrive. */
const deafPollMs = 250

/** An engine that has begun. */
export async function startEngine(
  deps: Deps,
  runners: readonly Runner[],
  options: EngineOptions = {},
): Promise<Engine> {
  const engine = await prepareEngine(deps, runners, options)
  await engine.begin()
  return engine
}

/** Everything that answers calls; a start that fails after this has touched no job. */
export async function prepareEngine(
  deps: Deps,
  runners: readonly Runner[],
  {
    pollMs = 1_000,
    builtins = [],
    leaseTimes,
    recheckMs = 60_000,
    responseMs = 30_000,
  }: EngineOptions = {},
): Promise<Engine> {
  // Begun first: some of them take as long as everything else.
  const tries = startTries(deps.config.roles.includes('worker') ? runners : [], deps.log)
  let begun: Begun | undefined
  const engineDeps = await openEngine(deps, runners, builtins, () => begun?.work)
  const { catalogue, spool } = engineDeps
  const streams = makeStreams(engineDeps)

  return {
    isDraining: () => begun?.work.node.isDraining() ?? deps.stopping.aborted,
    beat: async () => begun?.work.node.beat(),
    sandbox: runners.find(({ sandbox }) => sandbox !== undefined)?.sandbox,
    warmPython: () => runners.find((runner) => runner.warmPython)?.warmPython?.(),
    routes(route) {
      catalogueRoutes(route, engineDeps)
      workerRoutes(route, engineDeps)
      analyzerSetRoutes(route, engineDeps)
      jobRoutes(route, engineDeps)
      mispRoutes(route, engineDeps)
      retentionRoutes(route, engineDeps)
      eventRoutes(route, engineDeps, streams)
      blockListRoutes(route, engineDeps)
      resourceRoutes(route, engineDeps)
      budgetRoutes(route, engineDeps)
      protectionRoutes(route, engineDeps)
      policyRoutes(route, engineDeps)
      responseRoutes(route, engineDeps)
      threatFeedRoutes(route, engineDeps, { wake: () => begun?.threatFeeds.wake() })
    },
    submit: (caller, type, workerId, input) => submit(engineDeps, caller, type, workerId, input),
    enableBuiltin: (...wanted) => enableBuiltin(engineDeps, ...wanted),
    async begin() {
      const work = await startWork(engineDeps, { pollMs, tries, leaseTimes })
      begun = beginUpkeep(engineDeps, work, recheckMs, responseMs)
    },
    async stop(graceMs) {
      await begun?.stop(graceMs)
      await spool.stop()
      await catalogue.stop()
      await streams.stop()
      for (const runner of runners) await runner.stop?.()
    },
  }
}

interface Begun {
  readonly work: Work
  readonly threatFeeds: FeedSchedule
  stop(graceMs: number): Promise<void>
}

/** Background work while jobs are run here. */
function beginUpkeep(deps: EngineDeps, work: Work, recheckMs: number, responseMs: number): Begun {
  const { catalogue, events, cluster } = deps
  const retention = startRetention(deps)
  const backFill = startBackFill(deps)
  const watch = startWatch(deps)
  const resourceSweep = startResourceSweep(deps)
  const threatFeeds = startThreatFeeds(deps)
  const clusterSweep = startClusterSweep(deps)
  const rechecks = startRechecks(deps, recheckMs)
  const expiry = startExpiry(deps)
  const contradictions = startTellingOfContradictions(deps)
  const responses = startResponses(deps, responseMs)
  const subscriptions = [
    // A deleted job is stopped at once, or else by the next renewal of its lease.
    events.onAny((event) => {
      if (event.status === 'Deleted') work.loop.cancel(event.jobId)
      deps.bus.publish(event)
    }),
    events.onForeign(({ status }) => {
      if (status === 'Waiting') work.loop.wake()
    }),
    cluster.onBack(() => work.loop.wake()),
    catalogue.onChange(() => void work.node.beat()),
  ]
  const polls = setInterval(() => {
    if (!cluster.isDeaf()) return
    work.loop.wake()
    watch.look()
  }, deafPollMs)
  const parts = [
    retention,
    backFill,
    watch,
    resourceSweep,
    threatFeeds,
    clusterSweep,
    rechecks,
    expiry,
    contradictions,
    responses,
  ]
  return {
    work,
    threatFeeds,
    async stop(graceMs) {
      await work.stop(graceMs)
      clearInterval(polls)
      for (const end of subscriptions) end()
      await Promise.all(parts.map((part) => part.stop()))
    },
  }
}
