import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fateOfLostJob } from '../../domain/lost-job.ts'
import type { EngineDeps } from '../deps.ts'
import { jobCounts } from '../jobs/model.ts'
import { leaseMs } from './lease-time.ts'
import { sweepLeftFolders } from './left-folders.ts'
import { machine } from './machine.ts'
import { parseStat, startOf } from './process-tree.ts'
import {
  expiredJobs,
  failLost,
  type LostJob,
  type Run,
  releaseOwned,
  renewLeases,
  requeue,
  runningJobs,
} from './queue.ts'

/** Tells machine, process and start apart: a process number alone comes back after a restart. */
export const newOwner = () =>
  `${machine}/${process.pid}/${startOf(process.pid) ?? ''}.${randomUUID()}`

/** Another start on this machine whose process is gone: its jobs need not wait for their lease. */
function isDead(owner: string | null, self: string): boolean {
  const [place, pid, start] = (owner ?? '').split('/')
  if (owner === self || place !== machine) return false
  if (Number(pid) === process.pid) return true
  try {
    process.kill(Number(pid), 0)
    return hasEnded(Number(pid), start?.includes('.') ? Number(start.split('.')[0]) : 0)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'ESRCH'
  }
}

/** Nobody has asked yet how it ended, or its number has been given to another process meanwhile. */
function hasEnded(pid: number, startedAt: number): boolean {
  let stat: string
  try {
    stat = readFileSync(`/proc/${pid}/stat`, 'latin1')
  } catch {
    // Not Linux, or not ours to see.
    return false
  }
  const info = parseStat(pid, stat)
  return info === undefined || (startedAt > 0 && info.startedAt !== startedAt)
}

/** At start: what a killed predecessor on this machine left running. */
export async function recoverDead(deps: EngineDeps, self: string): Promise<number> {
  const running = await runningJobs(deps.db)
  return recover(
    deps,
    running.filter(({ locked_by }) => isDead(locked_by, self)),
  )
}

/** Every now and then: what any process on any machine lost. */
export const recoverExpired = async (deps: EngineDeps): Promise<number> =>
  recover(deps, await expiredJobs(deps))

/** At the end of a stop, when nothing of ours runs any more: analyzers wait again, responders fail. */
export async function releaseJobs(deps: EngineDeps, owner: string): Promise<void> {
  for (const { id, organization } of await releaseOwned(deps.db, owner))
    deps.events.publish({ jobId: id, organization, status: 'Waiting' })
  const left = await runningJobs(deps.db)
  await recover(
    deps,
    left.filter(({ locked_by }) => locked_by === owner),
  )
}

/** One of our own whose program was lost while we live on: the same fate as after a crash. */
export async function recoverOwn(deps: EngineDeps, lost: Run): Promise<void> {
  const running = await runningJobs(deps.db)
  const own = running.filter(({ id, run }) => id === lost.id && run === lost.run)
  if ((await recover(deps, own)) > 0) deps.wake()
}

async function recover(deps: EngineDeps, lost: readonly LostJob[]): Promise<number> {
  const { db, events, log } = deps
  let count = 0
  for (const job of lost) {
    const fate = fateOfLostJob(job.type, job.attempts)
    const isOurs =
      fate.next === 'Waiting' ? await requeue(db, job) : await failLost(deps, job, fate.message)
    if (!isOurs) continue
    count += 1
    log.warn({ job: job.id, attempts: job.attempts, next: fate.next }, 'a lost job was recovered')
    events.publish({ jobId: job.id, organization: job.organization, status: fate.next })
  }
  return count
}

export interface LeaseKeeper {
  stop(): Promise<void>
}

/** Renews the leases of what runs here, recovers what others lost and removes what they left. */
export function keepLeases(
  deps: EngineDeps,
  loop: { running(): string[]; runs(): Run[]; cancel(jobId: string): void; wake(): unknown },
): LeaseKeeper {
  const beat = async () => {
    const lost = await renewLeases(deps, loop.runs())
    // Deleted meanwhile, or taken over after a long pause: in both cases our run is void.
    for (const { id } of lost) loop.cancel(id)
    if ((await recoverExpired(deps)) > 0) loop.wake()
    await sweepLeftFolders(deps, loop.running())
    await deps.dialect.rowCounts.fold(deps.db, jobCounts)
  }
  let running: Promise<void> = Promise.resolve()
  const timer = setInterval(() => {
    running = beat().catch((err: unknown) => deps.log.error({ err }, 'leases not renewed'))
  }, leaseMs / 3)
  return {
    stop: () => {
      clearInterval(timer)
      return running
    },
  }
}
