import { fateOfLostJob } from '../../domain/lost-job.ts'
import type { EngineDeps } from '../deps.ts'
import { leaseMs } from '../job-rows/claimed.ts'
import { jobCounts } from '../job-rows/model.ts'
import type { LateJob, LostJob, Run } from '../queue/queue.ts'
import { isDead } from '../runners/owner.ts'
import { sweepLeftFolders } from './left-folders.ts'

/**
 * How long after the last renewal that was answered, by this process's own clock: others may take our jobs
 * from `leaseMs` on, and a responder must not act twice.
 */
export interface LeaseTimes {
  readonly renewMs: number
  /** Nothing new is claimed. */
  readonly unsureMs: number
  /** Responders are stopped. Analyzers run on: the worst is that their report is refused. */
  readonly stopMs: number
}

const leaseTimes: LeaseTimes = { renewMs: leaseMs / 3, unsureMs: 20_000, stopMs: 25_000 }

/** Why a responder is stopped when its ownership is no longer certain. */
export const leaseUnsure = Symbol('lease unsure')

/** At start: what a killed predecessor on this machine left running. */
export async function recoverDead(deps: EngineDeps, self: string): Promise<number> {
  const running = await deps.jobQueue.running()
  // What waits in the spool has been done, also where it could not be sent before this.
  const done = new Set(deps.spool.runs().map(nameOf))
  return recover(
    deps,
    // guard (open = running.filter((job) => isDead(job.locked_by, self))): server/test/outage/spool.test.ts
    running.filter((job) => isDead(job.locked_by, self) && !done.has(nameOf(job))),
  )
}

/** Every now and then: what any process on any machine lost. */
export async function recoverExpired(deps: EngineDeps, self = ''): Promise<number> {
  const expired = await deps.jobQueue.lost()
  /** Its process may have done its work, and be on the way back with the result. */
  const isAwaited = ({ type, locked_by, late_ms }: LateJob) =>
    // guard (open = false): server/test/outage/spool.test.ts
    type === 'responder' && late_ms < deps.config.job.responderGraceMs && !isDead(locked_by, self)
  return recover(
    deps,
    expired.filter((job) => !isAwaited(job)),
  )
}

/** At the end of a stop, when nothing of ours runs any more: analyzers wait again, responders fail. */
export async function releaseJobs(deps: EngineDeps, owner: string): Promise<void> {
  // What waits in the spool has been done; the next start sends it.
  const done = deps.spool.runs().map(({ id }) => id)
  for (const { id, organization } of await deps.jobQueue.giveBack(owner, done))
    deps.events.publish({ jobId: id, organization, status: 'Waiting' })
  const left = await deps.jobQueue.running()
  await recover(
    deps,
    // guard (open = left.filter(({ locked_by }) => locked_by === owner)): server/test/outage/spool.test.ts
    left.filter(({ id, locked_by }) => locked_by === owner && !done.includes(id)),
  )
}

/** One of our own whose program was lost while we live on: the same fate as after a crash. */
export async function recoverOwn(deps: EngineDeps, lost: Run): Promise<void> {
  const running = await deps.jobQueue.running()
  const own = running.filter(({ id, run }) => id === lost.id && run === lost.run)
  if ((await recover(deps, own)) > 0) deps.wake()
}

async function recover(deps: EngineDeps, lost: readonly LostJob[]): Promise<number> {
  const { jobQueue, events, log } = deps
  let count = 0
  for (const job of lost) {
    const fate = fateOfLostJob(job.type, job.attempts)
    const isOurs =
      fate.next === 'Waiting' ? await jobQueue.requeue(job) : await jobQueue.fail(job, fate.message)
    if (!isOurs) continue
    count += 1
    log.warn({ job: job.id, attempts: job.attempts, next: fate.next }, 'recovered a lost job')
    events.publish({ jobId: job.id, organization: job.organization, status: fate.next })
  }
  return count
}

export interface LeaseKeeper {
  /**
   * False when the database has not responded for so long that another process may soon take our jobs.
   */
  isSure(): boolean
  stop(): Promise<void>
}

interface RunningJobs {
  running(type?: 'responder'): string[]
  runs(): Run[]
  cancel(jobId: string, reason?: unknown): void
  wake(): unknown
}

/** Renews the leases of what runs here, recovers what others lost and removes what they left. */
export function keepLeases(
  deps: EngineDeps,
  owner: string,
  loop: RunningJobs,
  { renewMs, unsureMs, stopMs }: LeaseTimes = leaseTimes,
): LeaseKeeper {
  const { log, spool } = deps
  /** When the last confirmed renewal was sent, by a monotonic clock. */
  let sureAt = performance.now()
  const unsureFor = () => performance.now() - sureAt

  const beat = async () => {
    const sentAt = performance.now()
    // guard (open = loop.runs()): server/test/outage/spool.test.ts
    const ours = [...loop.runs(), ...spool.runs()]
    const lost = await deps.jobQueue.renew(ours)
    if (ours.length > 0) sureAt = sentAt
    // Deleted since, or taken over after a long pause: in both cases our run is void.
    for (const { id } of lost) loop.cancel(id)
    if ((await recoverExpired(deps, owner)) > 0) loop.wake()
    sureAt = sentAt
    await sweepLeftFolders(deps, loop.running())
    await deps.dialect.rowCounts
      .fold(deps.db, jobCounts)
      .catch((err: unknown) => log.warn({ err }, 'failed to add up job counts; will retry'))
  }
  let running: Promise<void> | undefined
  const renewal = setInterval(() => {
    // One at a time: a database that hangs must not be asked ever more.
    running ??= beat()
      .catch((err: unknown) => log.error({ err }, 'failed to renew leases'))
      .finally(() => {
        running = undefined
      })
  }, renewMs)
  const watch = setInterval(() => {
    if (unsureFor() < stopMs) return
    for (const id of loop.running('responder')) loop.cancel(id, leaseUnsure)
  }, stopMs / 25)
  return {
    isSure: () => unsureFor() < unsureMs,
    stop: async () => {
      clearInterval(renewal)
      clearInterval(watch)
      await running
    },
  }
}

const nameOf = ({ id, run }: Run) => `${id} ${run}`
