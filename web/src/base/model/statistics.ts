import type { Job } from '@assay/contract'
import { reasonLine, reasonOf } from './failures.ts'
import type { Period } from './times.ts'

export interface Outcomes {
  readonly success: number
  readonly failure: number
  /** Not ended yet. */
  readonly other: number
}

export type Outcome = keyof Outcomes
export const outcomes: readonly Outcome[] = ['success', 'failure', 'other']

type Ended = Pick<Job, 'status'>
type Timed = Pick<Job, 'startDate' | 'endDate'>

export const outcomeOf = ({ status }: Ended): Outcome =>
  status === 'Success' ? 'success' : status === 'Failure' ? 'failure' : 'other'

export function countOutcomes(jobs: readonly Ended[]): Outcomes {
  const counts = { success: 0, failure: 0, other: 0 }
  for (const job of jobs) counts[outcomeOf(job)] += 1
  return counts
}

export const sumOf = ({ success, failure, other }: Outcomes) => success + failure + other

/** Of the jobs that have ended; undefined when none has. */
export function successRate({ success, failure }: Outcomes): number | undefined {
  const ended = success + failure
  return ended === 0 ? undefined : success / ended
}

/** The value that this share of all does not exceed: one that was really measured. */
export function percentile(values: readonly number[], share: number): number | undefined {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(share * sorted.length) - 1)]
}

/** From start to end: the time in the queue says nothing about the worker. */
export const durationsOf = (jobs: readonly Timed[]): number[] =>
  jobs.flatMap(({ startDate, endDate }) =>
    startDate === undefined || endDate === undefined ? [] : [Math.max(0, endDate - startDate)],
  )

export function overTime(
  jobs: readonly (Ended & Pick<Job, 'createdAt'>)[],
  buckets: readonly Period[],
): (Period & Outcomes)[] {
  const counted = buckets.map((bucket) => ({ ...bucket, success: 0, failure: 0, other: 0 }))
  for (const job of jobs) {
    const bucket = counted.findLast(({ from }) => from <= job.createdAt)
    if (bucket && job.createdAt < bucket.to) bucket[outcomeOf(job)] += 1
  }
  return counted
}

type Worked = Pick<Job, 'workerId' | 'workerName' | 'type'>

export interface WorkerFailures extends Worked {
  readonly failures: number
  readonly ended: number
  readonly rate: number
}

/** Workers with failures, the highest rate first. */
export function failureRates(jobs: readonly (Ended & Worked)[]): WorkerFailures[] {
  const byWorker = Map.groupBy(jobs, ({ workerId }) => workerId)
  const rows = [...byWorker.values()].flatMap((ofWorker) => {
    const [newest] = ofWorker
    const { success, failure } = countOutcomes(ofWorker)
    if (!newest || failure === 0) return []
    const ended = success + failure
    return [{ ...workerOf(newest), failures: failure, ended, rate: failure / ended }]
  })
  return rows.sort((a, b) => b.rate - a.rate || b.failures - a.failures)
}

const workerOf = ({ workerId, workerName, type }: Worked) => ({ workerId, workerName, type })

export interface FailureReason extends Worked {
  /** As the newest of them says it; empty when none was given. */
  readonly reason: string
  /** What all of them have in common, to find them by. */
  readonly commonWords: string
  readonly count: number
}

/** The same failure of the same worker once: there is one problem to fix. */
export function failureReasons(
  jobs: readonly (Ended & Worked & Pick<Job, 'errorMessage'>)[],
): FailureReason[] {
  const failed = jobs.filter(({ status }) => status === 'Failure')
  const groups = Map.groupBy(
    failed,
    ({ workerId, errorMessage }) => `${workerId} ${reasonOf(errorMessage).toLowerCase()}`,
  )
  const rows = [...groups.values()].flatMap((group) => {
    const [newest] = group
    if (!newest) return []
    const { errorMessage } = newest
    const said = { reason: reasonLine(errorMessage), commonWords: reasonOf(errorMessage) }
    return [{ ...workerOf(newest), ...said, count: group.length }]
  })
  return rows.sort((a, b) => b.count - a.count)
}

export interface TypeCount {
  readonly dataType: string
  readonly count: number
}

export function typesByCount(jobs: readonly Pick<Job, 'dataType'>[]): TypeCount[] {
  const byType = Map.groupBy(jobs, ({ dataType }) => dataType)
  return [...byType]
    .map(([dataType, ofType]) => ({ dataType, count: ofType.length }))
    .sort((a, b) => b.count - a.count)
}
