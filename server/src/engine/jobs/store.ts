import type { JobStatus, Page } from '@assay/contract'
import { type Insertable, type Selectable, sql } from 'kysely'
import type { Criteria } from '../../domain/criteria.ts'
import type { Listing } from '../../domain/listing.ts'
import type { Db } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { prepared } from '../../storage/prepared.ts'
import { search } from '../../storage/search.ts'
import type { JobTable } from '../../storage/tables.ts'
import { jobModel } from './model.ts'

export type JobRow = Selectable<JobTable>

/** What leaves the table towards a caller: nothing of the queue's own bookkeeping. */
export const jobColumns = [
  'id',
  'organization',
  'type',
  'worker_id',
  'worker_name',
  'worker_definition_id',
  'status',
  'data_type',
  'data',
  'attachment_id',
  'attachment_name',
  'attachment_type',
  'attachment_size',
  'attachment_sha1',
  'attachment_md5',
  'tlp',
  'pap',
  'message',
  'parameters',
  'label',
  'error_message',
  'input',
  'runner',
  'start_date',
  'end_date',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

export type VisibleJob = Pick<JobRow, (typeof jobColumns)[number]>

export const insertJob = (db: Db, job: Insertable<JobTable>): Promise<VisibleJob> =>
  db.insertInto('jobs').values(job).returning(jobColumns).executeTakeFirstOrThrow()

type JobKey = { organization: string; id: string }
type JobWithReportRow = VisibleJob & { report_body: string | null }

export async function findJob(
  db: Db,
  organization: string,
  id: string,
): Promise<VisibleJob | undefined> {
  return readJob(db, organization, id)
}

/** The same, on the spot where the database can. */
export function readJob(
  db: Db,
  organization: string,
  id: string,
): VisibleJob | undefined | Promise<VisibleJob | undefined> {
  const rows = jobById.now(db, { organization, id })
  return rows instanceof Promise ? rows.then(([job]) => job) : rows[0]
}

const jobById = prepared<JobKey, VisibleJob>((db, slot) =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('id', '=', slot('id'))
    .where('organization', '=', slot('organization')),
)

/** Job and report in one statement; the report stays the text that it is. */
export async function findJobWithReport(
  db: Db,
  organization: string,
  id: string,
): Promise<JobWithReportRow | undefined> {
  return (await jobWithReportById(db, { organization, id }))[0]
}

const jobWithReportById = prepared<JobKey, JobWithReportRow>((db, slot) =>
  db
    .selectFrom('jobs')
    .leftJoin('reports', 'reports.job_id', 'jobs.id')
    .select(jobColumns.map((column) => `jobs.${column}` as const))
    .select('reports.body as report_body')
    .where('jobs.id', '=', slot('id'))
    .where('jobs.organization', '=', slot('organization')),
)

export const searchJobs = (
  db: Db,
  dialect: Dialect,
  organization: string,
  listing: Listing,
  and: Criteria[],
): Promise<Page<VisibleJob>> => {
  const criteria: Criteria = { kind: 'and', of: [...and, listing.criteria] }
  return search(db, dialect, jobModel, { columns: jobColumns, ...listing, criteria }, organization)
}

/** The newest equal job that is still good: waiting, running or succeeded. */
export const findEqualJob = (
  db: Db,
  organization: string,
  cacheKey: string,
  since: number,
): Promise<VisibleJob | undefined> =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('cache_key', '=', cacheKey)
    .where('organization', '=', organization)
    .where('created_at', '>=', since)
    .where('status', 'in', ['Waiting', 'InProgress', 'Success'])
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** Whatever became of them, jobs of this worker since then count against its rate. */
export async function countSince(
  db: Db,
  worker: { organization: string; id: string },
  since: number,
): Promise<number> {
  const row = await jobsSince(db, worker, since)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow()
  return Number(row.count)
}

/** When the job was made that must leave the window before the next one may enter. */
export async function nthOldestSince(
  db: Db,
  worker: { organization: string; id: string },
  since: number,
  n: number,
): Promise<number | undefined> {
  const row = await jobsSince(db, worker, since)
    .select('created_at')
    .orderBy('created_at')
    .offset(n)
    .limit(1)
    .executeTakeFirst()
  return row?.created_at
}

const jobsSince = (db: Db, worker: { organization: string; id: string }, since: number) =>
  db
    .selectFrom('jobs')
    .where('worker_id', '=', worker.id)
    .where('organization', '=', worker.organization)
    .where('created_at', '>', since)

/** The two numbers from which the place in the fair queue follows. */
export async function queueEnds(db: Db, organization: string, priority: number) {
  const row = await db
    .selectNoFrom((eb) => [
      eb
        .selectFrom('jobs')
        .select('turn')
        .where('status', '=', sql.lit('Waiting' as const))
        .where('priority', '=', priority)
        .orderBy('turn')
        .limit(1)
        .as('serving'),
      eb
        .selectFrom('jobs')
        .select('turn')
        .where('status', '=', sql.lit('Waiting' as const))
        .where('organization', '=', organization)
        .where('priority', '=', priority)
        .orderBy('turn', 'desc')
        .limit(1)
        .as('last'),
    ])
    .executeTakeFirstOrThrow()
  return { serving: row.serving ?? undefined, lastOfOwn: row.last ?? undefined }
}

/** Answers false when there is no such job; deleting twice is fine. */
export async function deleteJob(
  db: Db,
  organization: string,
  id: string,
  login: string,
  now: number,
): Promise<boolean> {
  const result = await db
    .updateTable('jobs')
    .set({
      status: 'Deleted',
      locked_by: null,
      locked_until: null,
      updated_at: now,
      updated_by: login,
    })
    .where('id', '=', id)
    .where('organization', '=', organization)
    .executeTakeFirst()
  return result.numUpdatedRows > 0n
}

export async function statusOfJobs(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<Map<string, JobStatus>> {
  const found = new Map<string, JobStatus>()
  for (let at = 0; at < ids.length; at += 500) {
    const rows = await db
      .selectFrom('jobs')
      .select(['id', 'status'])
      .where('organization', '=', organization)
      .where('id', 'in', ids.slice(at, at + 500))
      .execute()
    for (const { id, status } of rows) found.set(id, status)
  }
  return found
}
