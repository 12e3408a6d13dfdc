import type { Job } from '@assay/contract'
import { reasonOf } from '../../base/model/failures.ts'
import { outcomeOf } from '../../base/model/statistics.ts'

/** Failures with one cause, however their messages differ in numbers and names. */
export interface FailureGroup {
  readonly reason: string
  readonly count: number
  readonly jobs: readonly Job[]
  /** Whose failures they are, most of them first. */
  readonly workers: readonly Pick<Job, 'workerId' | 'workerName' | 'type'>[]
}

export function groupFailures(jobs: readonly Job[]): FailureGroup[] {
  const groups = new Map<string, { reason: string; jobs: Job[] }>()
  for (const job of jobs) {
    if (outcomeOf(job) !== 'failure') continue
    const reason = reasonOf(job.errorMessage)
    const key = reason.toLowerCase()
    const group = groups.get(key) ?? { reason, jobs: [] }
    group.jobs.push(job)
    groups.set(key, group)
  }
  return [...groups.values()]
    .map((group) => ({
      reason: group.reason,
      count: group.jobs.length,
      jobs: group.jobs,
      workers: workersOf(group.jobs),
    }))
    .sort((one, other) => other.count - one.count)
}

function workersOf(jobs: readonly Job[]): FailureGroup['workers'] {
  const byId = Map.groupBy(jobs, (job) => job.workerId)
  return [...byId.values()]
    .sort((one, other) => other.length - one.length)
    .flatMap(([first]) =>
      first ? [{ workerId: first.workerId, workerName: first.workerName, type: first.type }] : [],
    )
}
