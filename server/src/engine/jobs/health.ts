import type { JobOutcome, WorkerHealth } from '@assay/contract'
import type { JobOutcomeRow } from '../job-rows/store.ts'

/** One answer judges all workers by so many jobs: it does not grow with the jobs of the organization. */
export const judgedJobs = 1_000
const jobsOfWorker = 50

/** Of jobs of all workers, newest first. */
export const healthByWorker = (jobs: readonly JobOutcomeRow[]): WorkerHealth[] =>
  [...Map.groupBy(jobs, ({ worker_id }) => worker_id)].map(([workerId, ofWorker]) => {
    const last = ofWorker.slice(0, jobsOfWorker)
    const medianMs = medianOf(last)
    return {
      workerId,
      results: last.map(outcomeOf).reverse(),
      ...(medianMs === undefined ? {} : { medianMs }),
    }
  })

function outcomeOf({ status, not_applicable: notApplicable }: JobOutcomeRow): JobOutcome {
  if (status === 'Success') return 'success'
  if (status !== 'Failure') return 'other'
  return notApplicable === null ? 'failure' : 'notApplicable'
}

/** From start to end: the time in the queue says nothing about the worker. One that was really measured. */
function medianOf(jobs: readonly JobOutcomeRow[]): number | undefined {
  const sorted = jobs
    .flatMap(({ not_applicable: notApplicable, start_date, end_date }) =>
      notApplicable !== null || start_date === null || end_date === null
        ? []
        : [Math.max(0, end_date - start_date)],
    )
    .sort((a, b) => a - b)
  return sorted[Math.max(0, Math.ceil(sorted.length / 2) - 1)]
}
