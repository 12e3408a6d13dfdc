import type { JobStatus } from '@assay/contract'
import { type Selectable, sql } from 'kysely'
import type { Criteria } from '../../domain/criteria.ts'
import type { Listing } from '../../domain/listing.ts'
import type { Rows } from '../../domain/rows.ts'
import { fileColumns } from '../../storage/attachments.ts'
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
  ...fileColumns,
  'tlp',
  'pap',
  'message',
  'parameters',
  'label',
  'error_message',
  'input',
  'runner',
  'needs',
  'start_date',
  'end_date',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

export type VisibleJob = Pick<JobRow, (typeof jobColumns)[number]>

type Claim = Pick<JobRow, 'run' | 'locked_by' | 'locked_until'>
export type NewJob = Omit<JobRow, 'input' | 'runner' | keyof Claim>

const unclaimed: Claim = { run: 0, locked_by: null, locked_until: null }

export function* insertJob(job: NewJob & Partial<Claim>): Steps<VisibleJob> {
  yield* newJob.step({ ...unclaimed, ...job })
  return { ...job, input: null, runner: null }
}

/** Whoever it is: a new job is only started at once when it overtakes nobody. */
export function* isAnyWaiting(): Steps<boolean> {
  return (yield* anyWaiting.step({})).length > 0
}

const anyWaiting = prepared<Record<never, never>, { id: string }>((db) =>
  db
    .selectFrom('jobs')
    .select('id')
    .where('status', '=', sql.lit('Waiting' as const))
    .limit(1),
)

const newJob = prepared<NewJob & Claim, never>((db, slot) =>
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
    merge_key: slot('merge_key'),
    needs: slot('needs'),
    start_date: slot('start_date'),
    end_date: slot('end_date'),
    created_at: slot('created_at'),
    created_by: slot('created_by'),
    updated_at: slot('updated_at'),
    updated_by: slot('updated_by'),
    run: slot('run'),
    locked_by: slot('locked_by'),
    locked_until: slot('locked_until'),
  }),
)

export type JobKey = { organization: string; id: string }
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

export const searchJobs = (
  db: Db,
  dialect: Dialect,
  organization: string,
  listing: Listing,
  and: Criteria[],
): Promise<Rows<ListedJob>> => {
  const criteria: Criteria = { kind: 'and', of: [...and, listing.criteria] }
  const request = { columns: jobColumns, cut: cutInLists, ...listing, criteria }
  return search(db, dialect, jobModel, request, organization)
}

/** A list of jobs is looked through; whoever wants one of them whole reads that one. */
const cutInLists = ['data', 'input'] as const

/** Where `cut` names a column, the value is only its beginning. */
export type ListedJob = VisibleJob & { readonly cut?: readonly (typeof cutInLists)[number][] }

/** The newest equal job that is still good: waiting or running, however long, or a fresh success. */
export function* findEqualJob(
  organization: string,
  cacheKey: string,
  since: number,
): Steps<VisibleJob | undefined> {
  const [fresh] = yield* equalJob.step({ organization, cacheKey, since })
  return fresh ?? (yield* jobInFlight.step({ organization, cacheKey }))[0]
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

/** One that waits for longer than the cache lasts: a second one beside it cannot be inserted. */
const jobInFlight = prepared<{ organization: string; cacheKey: string }, VisibleJob>((db, slot) =>
  db
    .selectFrom('jobs')
    .select(jobColumns)
    .where('merge_key', '=', slot('cacheKey'))
    .where('organization', '=', slot('organization'))
    .where('status', 'in', [sql.lit('Waiting' as const), sql.lit('InProgress' as const)]),
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
export function* nthNewestSince(
  { organization, id }: WorkerKey,
  since: number,
  n: number,
): Steps<number | undefined> {
  return (yield* nthNewest.step({ organization, id, since, n }))[0]?.created_at
}

const nthNewest = prepared<Window & { n: number }, { created_at: number }>((db, slot) =>
  jobsSince(db, slot).select('created_at').orderBy('created_at', 'desc').offset(slot('n')).limit(1),
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
