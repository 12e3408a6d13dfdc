import type { InvestigationJob, InvestigationValue } from '@assay/contract'

export const failedJobs = (jobs: readonly InvestigationJob[]) =>
  jobs.filter(({ status }) => status === 'Failure')

/** Failures beside an answer of others; those without any answer are a group of their own. */
export function failedBesides(
  values: readonly InvestigationValue[],
  jobs: readonly InvestigationJob[],
): InvestigationJob[] {
  const answered = new Set(values.flatMap(({ key, state }) => (state === 'failed' ? [] : key)))
  return failedJobs(jobs).filter(({ key }) => answered.has(key))
}
