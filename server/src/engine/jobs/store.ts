import type { JobStatus, Page } from '@assay/contract'
import { type Selectable, sql } from 'kysely'
import type { Criteria } from '../../domain/criteria.ts'
import type { Listing } from '../../domain/listing.ts'
import { summaryReach } from '../../domain/report-summary.ts'
import type { Db } from '../../storage/database.ts'
import type { Dialect } from '../../storage/dialect.ts'
import { prepared, type Steps } from '../../storage/prepared.ts'
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

/** A job as it is submitted: nobody has claimed it. */
export type NewJob = Omit<JobRow, 'input' | 'runner' | 'locked_by' | 'locked_until'>

export function* insertJob(job: NewJob): Steps<VisibleJob> {
  yield* newJob.step(job)
  return { ...job, input: null, runner: null }
}

const newJob = prepared<NewJob, never>((db, slot) =>
  db.insertInto('jobs').values({
    id: slot('id'),
    organization: slot('organization'),
    type: slot('type'),
    worker_id: slot('worker_id'),
    worker_name: slot('worker_name'),
    worker_definition_id: slot('worker_definition_id'),
    status: slot('status'),
    data_type: slot('data_type'),
    data: slot('data'),
    data_hash: slot('data_hash'),
    attachment_id: slot('attachment_id'),
    attachment_name: slot('attachment_name'),
    attachment_type: slot('attachment_type'),
    attachment_size: slot('attachment_size'),
    attachment_sha1: slot('attachment_sha1'),
    attachment_md5: slot('attachment_md5'),
    tlp: slot('tlp'),
    pap: slot('pap'),
    message: slot('message'),
    parameters: slot('parameters'),
    label: slot('label'),
    cache_key: slot('cache_key'),
    error_message: slot('error_message'),
    priority: slot('priority'),
    turn: slot('turn'),
    attempts: slot('attempts'),
    start_date: slot('start_date'),
    end_date: slot('end_date'),
    created_at: slot('created_at'),
    created_by: slot('created_by'),
    updated_at: slot('updated_at'),
    updated_by: slot('updated_by'),
  }),
)

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
export function* findEqualJob(
  organization: string,
  cacheKey: string,
  since: number,
): Steps<VisibleJob | undefined> {
  return (yield* equalJob.step({ organization, cacheKey, since }))[0]
}

const equalJob = prepared<{ organization: string; cacheKey: string; since: number }, VisibleJob>(
  (db, slot) =>
    db
      .selectFrom('jobs')
      .select(jobColumns)
      .where('cache_key', '=', slot('cacheKey'))
      .where('organization', '=', slot('organization'))
      .where('created_at', '>=', slot('since'))
      .where('status', 'in', ['Waiting', 'InProgress', 'Success'])
      .orderBy('created_at', 'desc')
      .limit(1),
)

type WorkerKey = { organization: string; id: string }
type Window = WorkerKey & { since: number }

/** Whatever became of them, jobs of this worker since then count against its rate. */
export function* countSince({ organization, id }: WorkerKey, since: number): Steps<number> {
  const [row] = yield* jobCount.step({ organization, id, since })
  return Number(row?.count)
}

const jobCount = prepared<Window, { count: number }>((db, slot) =>
  jobsSince(db, slot).select((eb) => eb.fn.countAll<number>().as('count')),
)

/** When the job was made that must leave the window before the next one may enter. */
export function* nthOldestSince(
  { organization, id }: WorkerKey,
  since: number,
  n: number,
): Steps<number | undefined> {
  return (yield* nthOldest.step({ organization, id, since, n }))[0]?.created_at
}

const nthOldest = prepared<Window & { n: number }, { created_at: number }>((db, slot) =>
  jobsSince(db, slot).select('created_at').orderBy('created_at').offset(slot('n')).limit(1),
)

const jobsSince = (db: Db, slot: <K extends keyof Window>(name: K) => Window[K]) =>
  db
    .selectFrom('jobs')
    .where('worker_id', '=', slot('id'))
    .where('organization', '=', slot('organization'))
    .where('created_at', '>', slot('since'))

/** The two numbers from which the place in the fair queue follows. */
export function* queueEnds(organization: string, priority: number) {
  const [row] = yield* ends.step({ organization, priority })
  return { serving: row?.serving ?? undefined, lastOfOwn: row?.last ?? undefined }
}

const ends = prepared<
  { organization: string; priority: number },
  { serving: number | null; last: number | null }
>((db, slot) =>
  db.selectNoFrom((eb) => [
    eb
      .selectFrom('jobs')
      .select('turn')
      .where('status', '=', sql.lit('Waiting' as const))
      .where('priority', '=', slot('priority'))
      .orderBy('turn')
      .limit(1)
      .as('serving'),
    eb
      .selectFrom('jobs')
      .select('turn')
      .where('status', '=', sql.lit('Waiting' as const))
      .where('organization', '=', slot('organization'))
      .where('priority', '=', slot('priority'))
      .orderBy('turn', 'desc')
      .limit(1)
      .as('last'),
  ]),
)

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

export interface SummaryRow {
  readonly id: string
  /** Of the stored report, far enough to hold its summary. */
  readonly beginning: string
  readonly artifacts: number
}

/**
 * The summary is cut out by place and not by the databases' JSON functions: those read a report of
 * 50 MB whole, and on PostgreSQL one that is no JSON would fail the others with it.
 */
export async function summaryRows(
  db: Db,
  organization: string,
  ids: readonly string[],
): Promise<SummaryRow[]> {
  const found: SummaryRow[] = []
  // In portions: others get a turn between them.
  for (let at = 0; at < ids.length; at += 50) {
    const rows = await db
      .selectFrom('jobs')
      .innerJoin('reports', 'reports.job_id', 'jobs.id')
      .select((eb) => [
        'jobs.id',
        sql<string>`substr(reports.body, 1, ${sql.lit(summaryReach)})`.as('beginning'),
        eb
          .selectFrom('artifacts')
          .select((artifact) => artifact.fn.countAll<number>().as('count'))
          .whereRef('artifacts.job_id', '=', 'jobs.id')
          .as('artifacts'),
      ])
      .where('jobs.organization', '=', organization)
      .where('jobs.status', '=', 'Success')
      .where('jobs.id', 'in', ids.slice(at, at + 50))
      .execute()
    for (const row of rows) found.push({ ...row, artifacts: Number(row.artifacts) })
  }
  return found
}
