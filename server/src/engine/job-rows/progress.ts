import type { JobProgress } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import type { VisibleJob } from './store.ts'

interface JobOf {
  readonly id: string
  readonly organization: string
}

export async function saveProgress(db: Db, job: JobOf, body: string, now: number): Promise<void> {
  await db
    .insertInto('job_progress')
    .values({ job_id: job.id, organization: job.organization, body, at: now })
    .onConflict((conflict) => conflict.column('job_id').doUpdateSet({ body, at: now }))
    .execute()
}

export async function removeProgress(db: Db, job: JobOf): Promise<void> {
  await db
    .deleteFrom('job_progress')
    .where('organization', '=', job.organization)
    .where('job_id', '=', job.id)
    .execute()
}

/** Of a job that runs; that of an earlier run, whose process was killed, is none. */
export async function progressOf(
  db: Db,
  { id, organization, status, start_date }: VisibleJob,
): Promise<JobProgress | undefined> {
  // guard: server/test/engine/progress.test.ts
  if (status !== 'InProgress') return undefined
  const row = await db
    .selectFrom('job_progress')
    .select(['body', 'at'])
    .where('organization', '=', organization)
    .where('job_id', '=', id)
    .where('at', '>=', start_date ?? 0)
    .executeTakeFirst()
  return row && { ...JSON.parse(row.body), at: row.at }
}
