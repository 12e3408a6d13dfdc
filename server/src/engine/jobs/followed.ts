import type { FollowedJob } from '@assay/contract'
import type { Selectable } from 'kysely'
import type { Db } from '../../storage/database.ts'
import type { FollowedJobTable } from '../../storage/tables.ts'

export type Followed = Selectable<FollowedJobTable>

export const findFollowed = (
  db: Db,
  organization: string,
  jobId: string,
): Promise<Followed | undefined> =>
  db
    .selectFrom('followed_jobs')
    .selectAll()
    .where('organization', '=', organization)
    .where('job_id', '=', jobId)
    .executeTakeFirst()

/** Hashes of the files that were looked at because of one job. */
export async function seenFiles(
  db: Db,
  organization: string,
  rootId: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('followed_jobs')
    .select('sha256')
    .distinct()
    .where('organization', '=', organization)
    .where('root_id', '=', rootId)
    .execute()
  return new Set(rows.map(({ sha256 }) => sha256))
}

/** A job that answers several is known by the first of them. */
export const saveFollowed = (db: Db, row: Followed): Promise<unknown> =>
  db
    .insertInto('followed_jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute()

const maxShown = 1_000

/** Everything below a job, also when it is itself one of those that were followed. */
export async function followedBy(
  db: Db,
  organization: string,
  jobId: string,
): Promise<FollowedJob[]> {
  const own = await findFollowed(db, organization, jobId)
  const rows = await db
    .selectFrom('followed_jobs')
    .innerJoin('jobs', 'jobs.id', 'followed_jobs.job_id')
    .select([
      'followed_jobs.job_id as id',
      'followed_jobs.parent_id as parentId',
      'followed_jobs.depth',
      'followed_jobs.sha256 as hash',
      'jobs.worker_name as analyzerName',
      'jobs.attachment_name as filename',
      'jobs.status',
    ])
    .where('followed_jobs.organization', '=', organization)
    .where('followed_jobs.root_id', '=', own?.root_id ?? jobId)
    .where('followed_jobs.depth', '>', own?.depth ?? 0)
    .where('jobs.status', '!=', 'Deleted')
    .orderBy('followed_jobs.depth')
    .orderBy('followed_jobs.job_id')
    .limit(maxShown)
    .execute()
  const below = new Set([jobId])
  return rows.flatMap((row) => {
    if (!below.has(row.parentId)) return []
    below.add(row.id)
    return { ...row, filename: row.filename ?? '', status: row.status as FollowedJob['status'] }
  })
}
