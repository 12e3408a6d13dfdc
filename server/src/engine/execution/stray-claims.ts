import { DatabaseUnavailable } from '../../domain/storage-trouble.ts'
import type { EngineDeps } from '../deps.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import { leaseMs } from '../job-rows/claimed.ts'
import type { Run } from '../queue/queue.ts'

/** Runs that are remembered as ours; far more than can be under way. */
const maxKnown = 10_000
const lookMs = 1_000

/**
 * A claim whose answer was lost may have taken jobs without our knowledge. They have not been
 * started, so before the next claim they are released; otherwise an analyzer would wait for the end
 * of its lease, and a responder would be called lost.
 */
export function makeStrayClaims(
  { jobQueue, log }: Pick<EngineDeps, 'jobQueue' | 'log'>,
  owner: string,
) {
  const known = new Set<string>()
  /** A database that hung may execute earlier statements later. */
  let unsureUntil = 0
  let lookedAt = Number.NEGATIVE_INFINITY

  const releaseStrays = async () => {
    lookedAt = performance.now()
    for (const job of await jobQueue.running()) {
      // guard (open = known.has(nameOf(job))): server/test/engine/claimed-at-once.test.ts
      if (job.locked_by !== owner || known.has(nameOf(job))) continue
      if (await jobQueue.requeue(job, job.attempts - 1))
        log.warn({ job: job.id }, 'released a job with an unconfirmed claim')
    }
  }

  function remember(run: Run) {
    known.add(nameOf(run))
    for (const oldest of known) {
      if (known.size <= maxKnown) break
      known.delete(oldest)
    }
  }

  function doubt(error: unknown) {
    if (!(error instanceof DatabaseUnavailable) || error.isUndone) return
    unsureUntil = performance.now() + leaseMs
    lookedAt = Number.NEGATIVE_INFINITY
  }

  return {
    /** One claim at a time. */
    async claiming(claim: () => Promise<ClaimedJob[]>): Promise<ClaimedJob[]> {
      const now = performance.now()
      if (now < unsureUntil && now - lookedAt > lookMs) await releaseStrays()
      try {
        const jobs = await claim()
        for (const job of jobs) remember(job)
        return jobs
      } catch (error) {
        doubt(error)
        throw error
      }
    },
    /** Before it exists: a look between its commit and the answer would take it for a stray. */
    expect: remember,
    /** It is not going to be started, for this reason if there is one. */
    forget(run: Run, error?: unknown) {
      known.delete(nameOf(run))
      doubt(error)
    },
  }
}

const nameOf = ({ id, run }: Run) => `${id} ${run}`
