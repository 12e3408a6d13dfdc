import type { JobStatus } from '@assay/contract'
import type { Selectable } from 'kysely'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import type { Criteria } from '../../domain/criteria.ts'
import type { Listing } from '../../domain/listing.ts'
import type { Rows } from '../../domain/rows.ts'
import { fileColumns } from '../../storage/blobs/attachments.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import { search } from '../../storage/search/search.ts'
import type { JobTable } from '../../storage/tables/jobs.ts'
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
  'not_applicable',
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

export type NewJob = Omit<
  JobRow,
  'not_applicable' | 'input' | 'runner' | 'run' | 'locked_by' | 'locked_until'
>

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

/** A list of jobs is skimmed; to see one of them whole, read that one. */
const cutInLists = ['data', 'input'] as const

/** Where `cut` names a column, the value is only its beginning. */
export type ListedJob = VisibleJob & { readonly cut?: readonly (typeof cutInLists)[number][] }

/** Answers false when there is no such job; deleting twice is fine. */
export async function deleteJob(
  db: Db,
  organization: string,
  id: string,
  login: string,
  now: number,
): Promise<boolean> {
  const row = await db
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
    .returning('needs')
    .executeTakeFirst()
  // It leaves the line: the others move up.
  if (row?.needs === heldNeeds) await db.deleteFrom('held_jobs').where('job_id', '=', id).execute()
  return row !== undefined
}

/** What tells how a worker does, of its organization's newest jobs. */
export type JobOutcomeRow = Pick<
  JobRow,
  'worker_id' | 'status' | 'not_applicable' | 'start_date' | 'end_date'
>

export const newestJobs = (
  db: Db,
  organization: string,
  type: JobRow['type'],
  atMost: number,
): Promise<JobOutcomeRow[]> =>
  db
    .selectFrom('jobs')
    .select(['worker_id', 'status', 'not_applicable', 'start_date', 'end_date'])
    .where('organization', '=', organization)
    .where('type', '=', type)
    .where('status', '!=', 'Deleted')
    .orderBy('created_at', 'desc')
    .limit(atMost)
    .execute()

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
