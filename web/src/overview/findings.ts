import type { Job } from '@assay/contract'
import type { Taxonomy } from '../model/levels.ts'

export interface Finding<J extends Pick<Job, 'id'> = Job> {
  readonly job: J
  readonly taxonomies: readonly Taxonomy[]
}

/** What is malicious in the reports of these jobs, in their order. */
export function maliciousIn<J extends Pick<Job, 'id'>>(
  jobs: readonly J[],
  summaries: ReadonlyMap<string, { readonly taxonomies: readonly Taxonomy[] }>,
): Finding<J>[] {
  return jobs.flatMap((job) => {
    const found = summaries.get(job.id)?.taxonomies.filter(({ level }) => level === 'malicious')
    return found && found.length > 0 ? [{ job, taxonomies: found }] : []
  })
}
