import type { Job, NotApplicableKind } from '@assay/contract'
import { reasonLine, reasonOf } from './failures.ts'
import type { Period } from './times.ts'

export interface Outcomes {
  readonly success: number
  readonly failure: number
  /** The observable is not for the analyzer: neither of the two. */
  readonly notApplicable: number
  /** Not ended yet. */
  readonly other: number
}

export type Outcome = keyof Outcomes
export const outcomes: readonly Outcome[] = ['success', 'failure', 'notApplicable', 'other']

type Ended = Pick<Job, 'status' | 'notApplicable'>
type Timed = Pick<Job, 'startDate' | 'endDate'>

export function outcomeOf({ status, notApplicable }: Ended): Outcome {
  if (status === 'Success') return 'success'
  if (status !== 'Failure') return 'other'
  return notApplicable === undefined ? 'failure' : 'notApplicable'
}

export function countOutcomes(jobs: readonly Ended[]): Outcomes {
  const counts = { success: 0, failure: 0, notApplicable: 0, other: 0 }
  for (const job of jobs) counts[outcomeOf(job)] += 1
  return counts
}

export const sumOf = (counts: Outcomes) =>
  outcomes.reduce((sum, outcome) => sum + counts[outcome], 0)

/** Of the jobs that have ended; undefined when none has. */
export function successRate({
  success,
  failure,
}: Pick<Outcomes, 'success' | 'failure'>): number | undefined {
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
  const counted = buckets.map((bucket) => ({ ...bucket, ...countOutcomes([]) }))
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
  const failed = jobs.filter((job) => outcomeOf(job) === 'failure')
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

export interface NotApplicableReason {
  readonly kind: NotApplicableKind
  /** As the newest of them says it, of those without a kind of their own. */
  readonly reason: string
  readonly workerNames: readonly string[]
  readonly count: number
}

/** Why observables were not for their analyzers, the most frequent reason first. */
export function notApplicableReasons(
  jobs: readonly (Ended & Worked & Pick<Job, 'errorMessage'>)[],
): NotApplicableReason[] {
  const groups = Map.groupBy(
    jobs.filter((job) => outcomeOf(job) === 'notApplicable'),
    ({ notApplicable: kind = 'other', errorMessage }) =>
      kind === 'other' ? `other ${reasonOf(errorMessage).toLowerCase()}` : kind,
  )
  return [...groups.values()]
    .map((group) => ({
      kind: group[0]?.notApplicable ?? 'other',
      reason: reasonLine(group[0]?.errorMessage),
      workerNames: [...new Set(group.map(({ workerName }) => workerName))],
      count: group.length,
    }))
    .sort((a, b) => b.count - a.count)
}
