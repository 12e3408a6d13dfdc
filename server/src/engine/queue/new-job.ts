import { type ClaimedJob, leaseMs } from '../job-rows/claimed.ts'
import type { Submission } from './queue.ts'

// The initial state of a job, where the database does not set it.

export const firstRun = { attempts: 1, run: 1 } as const

export const notEnded = { not_applicable: null, input: null, runner: null } as const

export const claimedAt = (owner: string, now: number) => ({
  status: 'InProgress' as const,
  start_date: now,
  updated_at: now,
  locked_by: owner,
  locked_until: now + leaseMs,
})

export const claimedOf = (job: Submission['job']): ClaimedJob => ({ ...job, ...firstRun, turn: 0 })

export const datesOf = ({ status, created_by }: Submission['job'], now: number) => ({
  created_at: now,
  ...(status === 'Failure'
    ? { start_date: now, end_date: now, updated_at: now, updated_by: created_by }
    : { start_date: null, end_date: null, updated_at: null, updated_by: null }),
})
