import type { Job, WorkerHealth } from '@assay/contract'
import {
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

export type HealthJob = Pick<Job, 'workerId' | 'status' | 'notApplicable' | 'startDate' | 'endDate'>

/** Of jobs of one worker, newest first. */
export function healthOf(jobs: readonly HealthJob[]): Health {
  const last = jobs.slice(0, lastJobs)
  return judged(last.map(outcomeOf).reverse(), percentile(durationsOf(last), 0.5))
}

function judged(results: readonly Outcome[], medianMs: number | undefined): Health {
  const count = (outcome: Outcome) => results.filter((result) => result === outcome).length
  const failures = count('failure')
  const rate = successRate({ success: count('success'), failure: failures })
  return { grade: gradeOf(rate), jobs: results.length, rate, medianMs, results, failures }
}

function gradeOf(rate: number | undefined): Grade {
  if (rate === undefined) return 'none'
  if (rate >= 0.9) return 'good'
  return rate >= 0.5 ? 'mixed' : 'bad'
}

const judgedBy = 10

/** More than half of the last ten went wrong; what is not for it says nothing about it. */
export const failsOften = ({ results }: Health) =>
  results
    .filter((result) => result !== 'notApplicable')
    .slice(-judgedBy)
    .filter((result) => result === 'failure').length >
  judgedBy / 2

export const noHealth = healthOf([])

/** As the server tells it, of all workers with jobs. */
export const healthByWorker = (answers: readonly WorkerHealth[]): ReadonlyMap<string, Health> =>
  new Map(answers.map(({ workerId, results, medianMs }) => [workerId, judged(results, medianMs)]))
