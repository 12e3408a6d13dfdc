import { readdir } from 'node:fs/promises'
import { resolve } from 'node:path'
import { isAccepted } from '../domain/needs.ts'
import { repeatable } from '../storage/rows/prepared.ts'
import { type Opener, startOpener } from './budgets/opener.ts'
import type { EngineDeps } from './deps.ts'
import { execute } from './execution/execute.ts'
import { followUpWork } from './execution/follow-files.ts'
import {
  keepLeases,
  type LeaseKeeper,
  type LeaseTimes,
  recoverDead,
  releaseJobs,
} from './execution/lease.ts'
import { sweepLeftFolders } from './execution/left-folders.ts'
import { type Loop, startLoop } from './execution/loop.ts'
import { makeMayClaim } from './execution/may-claim.ts'
import { isShared } from './execution/several-tenants.ts'
import { makeStrayClaims } from './execution/stray-claims.ts'
import type { ClaimedJob } from './job-rows/claimed.ts'
import { makeLimitedClaims } from './nodes/limits.ts'
import { beatMs, type Node, startNode } from './nodes/node.ts'
import { openOffers, type RunnerTry } from './nodes/offers.ts'
import { failUnrunnable } from './nodes/unrunnable.ts'
import { newOwner } from './runners/owner.ts'
import type { Runner } from './runners/runner.ts'

/** What runs jobs in this process, and publishes to the others what it could run. */
export interface Work {
  readonly node: Node
  readonly loop: Loop
  /** Those that work here now. */
  runners(): readonly Runner[]
  /** Whether a job with these needs is likely to be started here at once. */
  wake(needs?: string): boolean
  reserve: EngineDeps['reserve']
  /** Lets jobs through that wait for a budget, if there is room. */
  openHeldJobs(): void
  /** No new jobs; those that run are ended after this time, and given back. */
  stop(graceMs: number): Promise<void>
}

export interface WorkOptions {
  readonly pollMs: number
  readonly tries: readonly RunnerTry[]
  readonly leaseTimes?: LeaseTimes | undefined
}

export async function startWork(
  given: EngineDeps,
  { pollMs, tries, leaseTimes }: WorkOptions,
): Promise<Work> {
  const { config, queue, log, spool } = given
  const owner = newOwner()
  const offers = await openOffers({ ...given, tries })
  const deps: EngineDeps = { ...given, workingRunners: offers.runners }
  const onQueue = { ...deps, db: queue }
  await recoverOwnPast(deps, owner)
  const limits = makeLimitedClaims(onQueue)
  await repeatable(limits.refresh)
  let opener: Opener | undefined
  let isDraining = false
  let leases: LeaseKeeper | undefined
  const canStoreEnds = makeMayClaim(deps, {
    dataFolder: resolve(config.data.dir),
    spool,
    isSure: () => leases?.isSure() ?? true,
  })
  const mayClaim = async () =>
    deps.schemaProblem() === undefined &&
    !isDraining &&
    !deps.stopping.aborted &&
    (await canStoreEnds())
  const strays = makeStrayClaims(deps, owner)
  const taking = async (claim: () => Promise<ClaimedJob[]>) =>
    (await mayClaim()) ? strays.claiming(claim) : []
  const slots = config.roles.includes('worker') ? config.job.slots : 0
  const loop = startLoop({
    slots,
    pollMs,
    claim: (count) => taking(() => limits.claim(owner, count, offers.accepts())),
    claimOther: (except) => taking(() => limits.claimOther(owner, except, offers.accepts())),
    isShared: () => isShared(queue),
    hasLimits: limits.hasLimits,
    execute: (job, signal, ran) => execute(deps, job, signal, ran),
    log,
  })
  const node = await startNode(onQueue, {
    id: owner.slice(owner.lastIndexOf('/') + 1),
    report: () => ({
      slots,
      running: loop.running().length,
      runners: offers.runners().map(({ name }) => name),
      accepts: offers.accepts(),
    }),
    async look() {
      await limits.refresh()
      await opener?.refresh()
      if (await offers.refresh()) loop.wake()
    },
    onDraining(isAsked) {
      isDraining = isAsked
      if (!isAsked) loop.wake()
    },
    afterBeat: () => failUnrunnable(onQueue, config.job.unrunnableAfterMs),
    everyMs: beatMs(config.job.unrunnableAfterMs),
  })
  const followUps =
    slots > 0
      ? deps.background.start(followUpWork(deps, beatMs(config.job.unrunnableAfterMs)))
      : undefined
  opener = startOpener(deps)
  await repeatable(opener.refresh)
  leases = keepLeases(deps, owner, loop, leaseTimes)
  return {
    node,
    loop,
    runners: offers.runners,
    wake: (needs) =>
      loop.wake() && !isDraining && (needs === undefined || isAccepted(needs, offers.accepts())),
    openHeldJobs: () => opener?.wake(),
    async reserve({ id, needs }) {
      if (!isAccepted(needs, offers.accepts()) || !(await mayClaim())) return undefined
      const slot = loop.reserve()
      if (!slot) return undefined
      const firstRun = { id, run: 1 }
      strays.expect(firstRun)
      return {
        owner,
        start: slot.start,
        cancel(error) {
          strays.forget(firstRun, error)
          slot.cancel()
        },
      }
    },
    async stop(graceMs) {
      const limit = setTimeout(loop.abort, graceMs)
      await loop.drain()
      clearTimeout(limit)
      await leases?.stop()
      await followUps?.stop()
      await opener?.stop()
      await spool.stop()
      // Only now: a job that is given back while its program still runs would run twice at once.
      await releaseJobs(deps, owner).catch((err: unknown) =>
        log.error({ err }, 'failed to release running jobs; the next start recovers them'),
      )
      await node.stop()
    },
  }
}

/** What a predecessor on this machine left, before any of it is given to others. */
async function recoverOwnPast(deps: EngineDeps, owner: string): Promise<void> {
  // A program must not run twice at once.
  if ((await readdir(deps.jobsFolder)).length > 0) endLeftovers(deps)
  // Before a predecessor's finished work is run again.
  await deps.spool.send()
  await repeatable(() => recoverDead(deps, owner))
  await sweepLeftFolders(deps)
}

/** A killed server takes its programs along; this is for when what watches over them was killed too. */
function endLeftovers({ runners, log }: EngineDeps): void {
  for (const runner of runners) {
    const count = runner.endLeftovers?.() ?? 0
    if (count > 0) log.warn({ runner: runner.name, count }, 'stopped programs left by a crash')
  }
}
