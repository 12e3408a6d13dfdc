import { sql } from 'kysely'
import { isAccepted } from '../../domain/needs.ts'
import { plainNeeds } from '../../domain/offers.ts'
import type { Db } from '../../storage/database.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { roomOf } from '../queue/leases.ts'
import type { HeldQueue, LimitedWorker } from '../queue/queue.ts'
import { limitedWorkers, needsOfWorker } from '../workers/store.ts'

type LimitsDeps = Pick<EngineDeps, 'queue' | 'dialect' | 'jobQueue'>

export interface LimitedClaims {
  claim(owner: string, count: number, accepts: readonly string[]): Promise<ClaimedJob[]>
  claimOther(owner: string, except: string, accepts: readonly string[]): Promise<ClaimedJob[]>
  /** Whether any worker here has a limit. */
  hasLimits(): boolean
  /** Which workers have a limit: with every heartbeat, and when one was changed. */
  refresh(): Promise<void>
}

/**
 * Claims that respect the limits of workers, over all nodes. Jobs of a limited worker wait under
 * separate needs, which a node accepts only after it has counted under the lock of that worker; all
 * others are claimed as if there were no limits.
 */
export function makeLimitedClaims(deps: LimitsDeps): LimitedClaims {
  const { queue, jobQueue } = deps
  let limited: readonly LimitedWorker[] = []

  const possible = (accepts: readonly string[]) =>
    limited.filter(({ needs }) => isAccepted(plainNeeds(needs), accepts))

  /** The claim with what is free of limited workers, counted under their locks; else without them. */
  const claimWithin = async <T>(
    accepts: readonly string[],
    unlimited: () => Promise<T>,
    limitedClaim: (
      own: HeldQueue,
      wanted: LimitedWorker[],
      room: Map<string, number>,
    ) => Promise<T>,
  ): Promise<T> => {
    const wanted = await withRoom(deps, possible(accepts))
    if (wanted.length === 0) return unlimited()
    return jobQueue.together(async (own) => limitedClaim(own, wanted, await own.room(wanted)))
  }

  return {
    claim(owner, count, accepts) {
      const plainly = () => jobQueue.claim(owner, count, accepts)
      return claimWithin(accepts, plainly, async (own, wanted, room) => {
        const claimed: ClaimedJob[] = []
        // No more at once than the smallest room: so the first of the queue come first, and no limit
        // is passed.
        while (claimed.length < count) {
          const open = wanted.filter(({ id }) => (room.get(id) ?? 0) > 0)
          // guard (open = count - claimed.length): server/test/engine/limited-claims.test.ts
          const most = Math.min(count - claimed.length, ...open.map(({ id }) => room.get(id) ?? 0))
          const jobs = await own.claim(owner, most, [...accepts, ...waysOf(open)])
          for (const { worker_id: id } of jobs) room.set(id, (room.get(id) ?? 0) - 1)
          claimed.push(...jobs)
          if (jobs.length < most) break
        }
        return claimed
      })
    },
    claimOther(owner, except, accepts) {
      const plainly = () => jobQueue.claim(owner, 1, accepts, except)
      return claimWithin(accepts, plainly, async (own, wanted, room) => {
        const open = wanted.filter(({ id }) => (room.get(id) ?? 0) > 0)
        return own.claim(owner, 1, [...accepts, ...waysOf(open)], except)
      })
    },
    hasLimits: () => limited.length > 0,
    async refresh() {
      const workers = await limitedWorkers(queue)
      limited = workers.map((worker) => ({
        id: worker.id,
        needs: needsOfWorker(worker),
        max: worker.max_concurrent ?? 0,
      }))
      for (const worker of limited) await gatherWaiting(queue, worker)
    },
  }
}

const waysOf = (workers: readonly LimitedWorker[]) =>
  workers.flatMap(({ needs }) => needs.split('|'))

/** Jobs that were submitted in the moment in which their worker got its limit. */
const gatherWaiting = (db: Db, { id, needs }: LimitedWorker) =>
  db
    .updateTable('jobs')
    .set({ needs })
    .where('status', '=', sql.lit('Waiting' as const))
    .where('needs', '=', plainNeeds(needs))
    .where('worker_id', '=', id)
    .execute()

/** Those with something to claim, by a look without locks: most claims end here. */
async function withRoom(
  { queue: db, dialect }: LimitsDeps,
  workers: readonly LimitedWorker[],
): Promise<LimitedWorker[]> {
  if (workers.length === 0) return []
  const all = sql`cast(${JSON.stringify(workers.map(({ needs }) => needs))} as text)`
  // One look into the index for each, however many jobs wait.
  const { rows } = await sql<{ needs: string }>`select element.value as needs
    from ${dialect.listElements(all)} where exists (
      select 1 from jobs where status = 'Waiting' and needs = element.value)`.execute(db)
  const wanted = workers.filter(({ needs }) => rows.some((one) => one.needs === needs))
  if (wanted.length === 0) return []
  const room = await roomOf(db, wanted)
  return wanted.filter(({ id }) => (room.get(id) ?? 0) > 0)
}
