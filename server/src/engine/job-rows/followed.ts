import type { FollowedJob } from '@assay/contract'
import { type Selectable, sql } from 'kysely'
import { givenMoment, type MomentSource, momentOf } from '../../storage/common/moment.ts'
import type { Db } from '../../storage/database.ts'
import { dueOrganizations, dueRows, type OrganizationWalk } from '../../storage/rows/due.ts'
import { built, type Steps } from '../../storage/rows/prepared.ts'
import type { FollowedJobTable } from '../../storage/tables/jobs.ts'

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

/** Which analyzers have run on which file because of this job: `<hash> <worker>`. */
export async function askedBecauseOf(
  db: Db,
  organization: string,
  jobId: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('followed_jobs')
    .innerJoin('jobs', 'jobs.id', 'followed_jobs.job_id')
    .select(['followed_jobs.sha256', 'jobs.worker_id'])
    .where('followed_jobs.organization', '=', organization)
    .where('followed_jobs.parent_id', '=', jobId)
    .where('followed_jobs.job_id', '!=', jobId)
    .execute()
  return new Set(rows.map(({ sha256, worker_id }) => `${sha256} ${worker_id}`))
}

/** A job that answers several is known by the first of them. */
export const saveFollowed = (db: Db, row: Followed): Promise<unknown> =>
  db
    .insertInto('followed_jobs')
    .values(row)
    .onConflict((conflict) => conflict.column('job_id').doNothing())
    .execute()

const maxShown = 1_000

/** Everything below a job, also when it is a follow-up itself. */
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

/** How long a process that is not heard of keeps it; a file takes it a few milliseconds. */
const takenMs = 15_000

/** A part of the transaction that ends the job: from here on no crash loses it. */
export function* rememberToFollow(
  job: { id: string; organization: string },
  now: number,
): Steps<void> {
  yield* built((db) =>
    db.insertInto('files_to_follow').values({
      job_id: job.id,
      organization: job.organization,
      taken_until: now + takenMs,
      attempts: 1,
    }),
  )
}

interface Place extends MomentSource {
  readonly db: Db
}

const now = (place: Place) => momentOf(place.dialect, givenMoment(place))
const later = (place: Place) => sql<number>`${now(place)} + ${sql.lit(takenMs)}`

/** It continues; returns whether it still exists and is ours. */
export async function keepFollowing(place: Place, jobId: string): Promise<boolean> {
  const { numUpdatedRows } = await place.db
    .updateTable('files_to_follow')
    .set({ taken_until: later(place) })
    .where('job_id', '=', jobId)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

export const endFollowing = (db: Db, jobId: string): Promise<unknown> =>
  db.deleteFrom('files_to_follow').where('job_id', '=', jobId).execute()

const leftFollowing = { table: 'files_to_follow', at: 'taken_until' } as const

/** On PostgreSQL by the clock of the database, as leases of jobs are. */
export async function organizationsToFollow(place: Place, walk: OrganizationWalk) {
  return dueOrganizations(place.db, leftFollowing, { ...walk, now: now(place) })
}

export const followingDue = ({ db }: Place, moment: number) => dueRows(db, leftFollowing, moment)

/** Those of an organization that processes left behind, taken by us. */
export async function takeLeftFollowing(place: Place, organization: string, count: number) {
  const left = await place.db
    .selectFrom('files_to_follow')
    .select(['job_id', 'taken_until'])
    .where('organization', '=', organization)
    .where('taken_until', '<=', now(place))
    .orderBy('taken_until')
    .limit(count)
    .execute()
  const taken: { job_id: string; organization: string; attempts: number }[] = []
  for (const { job_id, taken_until } of left) {
    const row = await place.db
      .updateTable('files_to_follow')
      .set((eb) => ({ taken_until: later(place), attempts: eb('attempts', '+', 1) }))
      .where('job_id', '=', job_id)
      .where('taken_until', '=', taken_until)
      .returning(['job_id', 'organization', 'attempts'])
      .executeTakeFirst()
    if (row) taken.push(row)
  }
  return taken
}
