import type { InvestigationJob, InvestigationValue } from '@assay/contract'

export const failedJobs = (jobs: readonly InvestigationJob[]) =>
  jobs.filter(({ status, notApplicable }) => status === 'Failure' && notApplicable === undefined)

/** Failures next to other answers; those without any answer are a separate group. */
export function failedBesides(
  values: readonly InvestigationValue[],
  jobs: readonly InvestigationJob[],
): InvestigationJob[] {
  const answered = new Set(values.flatMap(({ key, state }) => (state === 'failed' ? [] : key)))
  return failedJobs(jobs).filter(({ key }) => answered.has(key))
}
