import type { Job } from '@assay/contract'
import {
  countOutcomes,
  durationsOf,
  type Outcome,
  outcomeOf,
  percentile,
  successRate,
} from '../../base/model/statistics.ts'

export const grades = ['good', 'mixed', 'bad', 'none'] as const
/** `none`: nothing has ended lately, so there is no data. */
export type Grade = (typeof grades)[number]

export interface Health {
  readonly grade: Grade
  readonly jobs: number
  readonly rate: number | undefined
  readonly medianMs: number | undefined
  /** Oldest first, as a strip is read. */
  readonly results: readonly Outcome[]
  readonly failures: number
}

/** Health is judged by so many of the last jobs. */
export const lastJobs = 50

export type HealthJob = Pick<Job, 'workerId' | 'status' | 'startDate' | 'endDate'>

/** Of jobs of one worker, newest first. */
export function healthOf(jobs: readonly HealthJob[]): Health {
  const last = jobs.slice(0, lastJobs)
  const counts = countOutcomes(last)
  const rate = successRate(counts)
  return {
    grade: gradeOf(rate),
    jobs: last.length,
    rate,
    medianMs: percentile(durationsOf(last), 0.5),
    results: last.map(outcomeOf).reverse(),
    failures: counts.failure,
  }
}

function gradeOf(rate: number | undefined): Grade {
  if (rate === undefined) return 'none'
  if (rate >= 0.9) return 'good'
  return rate >= 0.5 ? 'mixed' : 'bad'
}

const judgedBy = 10

/** More than half of the last ten went wrong. */
export const failsOften = ({ results }: Health) =>
  results.slice(-judgedBy).filter((result) => result === 'failure').length > judgedBy / 2

export const noHealth = healthOf([])

/** Jobs of all workers, newest first. */
export function healthByWorker(jobs: readonly HealthJob[]): ReadonlyMap<string, Health> {
  const byWorker = Map.groupBy(jobs, ({ workerId }) => workerId)
  return new Map([...byWorker].map(([id, ofWorker]) => [id, healthOf(ofWorker)]))
}
