import { type Insertable, type Selectable, sql, type Updateable } from 'kysely'
import { heldNeeds } from '../../domain/budgets/fairness.ts'
import type { WorkerType } from '../../domain/definition.ts'
import type { Listing } from '../../domain/listing.ts'
import { needsOf } from '../../domain/needs.ts'
import { poolOf } from '../../domain/offers.ts'
import type { Rows } from '../../domain/rows.ts'
import { organizationModel } from '../../identity/organizations/store.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { forgetKnown, readKnown } from '../../storage/rows/known-rows.ts'
import { prepared } from '../../storage/rows/prepared.ts'
import { changeFields } from '../../storage/search/change-fields.ts'
import { type SearchModel, search, searchModel } from '../../storage/search/search.ts'
import type { WorkerTable } from '../../storage/tables/tables.ts'

export type WorkerRow = Selectable<WorkerTable>

const columns = [
  'id',
  'organization',
  'type',
  'name',
  'definition_id',
  'definition_name',
  'version',
  'description',
  'author',
  'url',
  'license',
  'base_config',
  'data_type_list',
  'command',
  'working_folder',
  'docker_image',
  'builtin',
  'definition_config',
  'configuration_sealed',
  'configuration_hash',
  'max_tlp',
  'max_pap',
  'rate',
  'rate_unit',
  'job_cache',
  'job_timeout',
  'pool',
  'max_concurrent',
  'budget_id',
  'budget_cost',
  'when_full',
  'created_at',
  'created_by',
  'updated_at',
  'updated_by',
] as const

export const workerModel: SearchModel<'workers'> = searchModel({
  type: 'worker',
  table: 'workers',
  id: 'id',
  organization: 'organization',
  fields: {
    _id: { column: 'id', kind: 'keyword', short: true, required: true },
    id: { column: 'id', kind: 'keyword', short: true, required: true },
    name: { column: 'name', kind: 'keyword', short: true, required: true },
    type: { column: 'type', kind: 'keyword', short: true, required: true },
    organization: { column: 'organization', kind: 'keyword', short: true, required: true },
    workerDefinitionId: { column: 'definition_id', kind: 'keyword', short: true, required: true },
    analyzerDefinitionId: { column: 'definition_id', kind: 'keyword', short: true, required: true },
    version: { column: 'version', kind: 'keyword', short: true, required: true },
    description: { column: 'description', kind: 'text', required: true },
    author: { column: 'author', kind: 'text', required: true },
    url: { column: 'url', kind: 'text', required: true },
    license: { column: 'license', kind: 'text', required: true },
    baseConfig: { column: 'base_config', kind: 'keyword', short: true, required: true },
    // As running does: the public catalog spells both ways.
    dataTypeList: { column: 'data_type_list', kind: 'list', ignoresCase: true, short: true },
    dockerImage: { column: 'docker_image', kind: 'text', short: true },
    ...changeFields,
  },
  defaultSort: [{ field: 'name', descending: false }],
  parents: {
    organization: { model: () => organizationModel, join: [['organization', 'name']] },
  },
})

export const searchWorkers = (
  db: Db,
  dialect: Dialect,
  organization: string,
  type: WorkerType,
  listing: Listing,
): Promise<Rows<WorkerRow>> =>
  search(
    db,
    dialect,
    workerModel,
    {
      columns,
      ...listing,
      criteria: {
        kind: 'and',
        of: [{ kind: 'equals', field: 'type', value: type }, listing.criteria],
      },
    },
    organization,
  )

export async function findWorker(
  db: Db,
  organization: string,
  type: WorkerType,
  id: string,
): Promise<WorkerRow | undefined> {
  return (await workerById.now(db, { organization, type, id }))[0]
}

const workerById = prepared<{ organization: string; type: WorkerType; id: string }, WorkerRow>(
  (db, slot) =>
    db
      .selectFrom('workers')
      .select(columns)
      .where('id', '=', slot('id'))
      .where('organization', '=', slot('organization'))
      .where('type', '=', slot('type')),
)

/**
 * For submissions and runs of jobs: as it was a second ago at most. A job belongs to the organization
 * that its row names.
 */
export const findKnownWorker = (
  db: Db,
  { organization, worker_id: id }: { organization: string; worker_id: string },
): Promise<WorkerRow | undefined> =>
  readKnown(
    db,
    'workers',
    [organization, id],
    async () => (await workerOfJob.now(db, { organization, id }))[0],
  )

type WorkerKey = { organization: string; id: string }

const workerOfJob = prepared<WorkerKey, WorkerRow>((db, slot) =>
  db
    .selectFrom('workers')
    .select(columns)
    .where('id', '=', slot('id'))
    .where('organization', '=', slot('organization')),
)

export function insertWorker(db: Db, worker: Insertable<WorkerTable>): Promise<WorkerRow> {
  forgetKnown('workers')
  return db.insertInto('workers').values(worker).returning(columns).executeTakeFirstOrThrow()
}

export function updateWorker(
  db: Db,
  organization: string,
  id: string,
  change: Updateable<WorkerTable>,
): Promise<WorkerRow> {
  forgetKnown('workers')
  return db
    .updateTable('workers')
    .set(change)
    .where('id', '=', id)
    .where('organization', '=', organization)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** What decides which nodes claim its jobs. */
const claimColumns = [
  'id',
  'definition_id',
  'command',
  'docker_image',
  'builtin',
  'pool',
  'max_concurrent',
] as const
type ClaimedBy = Pick<WorkerRow, (typeof claimColumns)[number]>

/** Of all organizations: a claim counts for all of them. */
export const limitedWorkers = (db: Db): Promise<ClaimedBy[]> =>
  db
    .selectFrom('workers')
    .select(claimColumns)
    .where('max_concurrent', 'is not', null)
    .orderBy('id')
    .execute()

/** What its jobs need of a node. */
export const needsOfWorker = (worker: ClaimedBy): string =>
  needsOf(
    {
      definitionId: worker.definition_id,
      command: worker.command,
      dockerImage: worker.docker_image,
      builtin: worker.builtin,
    },
    poolOf(worker),
  )

/** Waiting jobs of a changed worker go where it now says. */
export async function moveWaitingJobs(tx: Db, before: WorkerRow, after: WorkerRow): Promise<void> {
  const needs = needsOfWorker(after)
  if (needs === needsOfWorker(before)) return
  await tx
    .updateTable('jobs')
    .set({ needs })
    .where('status', '=', sql.lit('Waiting' as const))
    .where('organization', '=', after.organization)
    .where('worker_id', '=', after.id)
    // What is held gets the needs of its worker when it is let through.
    // guard: server/test/budgets/traps.test.ts
    .where('needs', '!=', heldNeeds)
    .execute()
}

/** A removed worker has no limit: its jobs are claimed as any others, and fail. */
export const freeWaitingJobs = (tx: Db, worker: WorkerRow): Promise<void> =>
  moveWaitingJobs(tx, worker, { ...worker, max_concurrent: null })

export function deleteWorker(db: Db, organization: string, id: string) {
  forgetKnown('workers')
  return db
    .deleteFrom('workers')
    .where('id', '=', id)
    .where('organization', '=', organization)
    .executeTakeFirst()
}
