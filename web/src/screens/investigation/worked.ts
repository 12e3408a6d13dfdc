import type { InvestigationJob } from '@assay/contract'

type Span = Pick<InvestigationJob, 'createdAt' | 'endDate'>

/**
 * How long analyzers were at it. Jobs of several runs, and answers that were there before, may lie days apart:
 * the time between them counts for nothing.
 */
export function workedMs(jobs: readonly Span[]): number {
  let sum = 0
  let until = 0
  for (const { createdAt, endDate = createdAt } of jobs.toSorted(
    (a, b) => a.createdAt - b.createdAt,
  )) {
    sum += Math.max(0, endDate - Math.max(createdAt, until))
    until = Math.max(until, endDate)
  }
  return sum
}
