import type { Db } from '../../storage/database.ts'
import { prepared, type Steps } from '../../storage/rows/prepared.ts'
import { jobColumns, type VisibleJob } from './store.ts'

/** What the first request of a name was for, and the job that it got. */
export interface Requested {
  readonly hash: string
  readonly job: VisibleJob
}

type RequestName = { organization: string; key: string }
type RequestedRow = VisibleJob & { readonly content_hash: string }

const requested = prepared<RequestName, RequestedRow>((db, slot) =>
  db
    .selectFrom('job_requests')
    .innerJoin('jobs', 'jobs.id', 'job_requests.job_id')
    .select(jobColumns.map((column) => `jobs.${column}` as const))
    .select('job_requests.content_hash')
    .where('job_requests.organization', '=', slot('organization'))
    .where('job_requests.request_key', '=', slot('key')),
)

export function* findRequested(organization: string, key: string): Steps<Requested | undefined> {
  return asRequested(yield* requested.step({ organization, key }))
}

export const readRequested = async (db: Db, organization: string, key: string) =>
  asRequested(await requested(db, { organization, key }))

function asRequested([row]: readonly RequestedRow[]): Requested | undefined {
  if (!row) return undefined
  const { content_hash: hash, ...job } = row
  return { hash, job }
}

export const newRequest = prepared<
  { organization: string; key: string; jobId: string; hash: string },
  never
>((db, slot) =>
  db.insertInto('job_requests').values({
    organization: slot('organization'),
    request_key: slot('key'),
    job_id: slot('jobId'),
    content_hash: slot('hash'),
  }),
)
