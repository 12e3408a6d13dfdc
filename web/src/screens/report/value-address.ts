import type { Job } from '@assay/contract'
import { valuePath } from '../../base/ui/observable.tsx'

/** Servers and proxies refuse longer addresses; such a text is named by its job. */
const longest = 4_000

/** What earlier addresses called the parts of a report. */
const partOf: Readonly<Record<string, string>> = { artifacts: 'found', raw: 'raw' }

/** The page of the value with the report of this job open; undefined where there is none. */
export function valueAddress(job: Job, search = new URLSearchParams()): string | undefined {
  if (job.type !== 'analyzer') return undefined
  const own = addressOf(job)
  const part = search.get('part') ?? partOf[search.get('tab') ?? '']
  const more = new URLSearchParams({
    report: job.id,
    ...(part === undefined ? {} : { part }),
    ...(search.get('cached') === '1' ? { cached: '1' } : {}),
  })
  return `${own}&${more}`
}

/** The page of the value that a job is about. */
export function addressOf(job: Pick<Job, 'id' | 'dataType' | 'data' | 'attachment'>): string {
  const own = valuePath(job)
  return own.length > longest ? `/observables?${new URLSearchParams({ job: job.id })}` : own
}
