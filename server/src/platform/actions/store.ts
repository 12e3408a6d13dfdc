import { type SqlBool, sql } from 'kysely'
import type { Listing } from '../../domain/listing.ts'
import type { TargetLabel } from '../../domain/response/targets.ts'
import type { Batches, Rows } from '../../domain/rows.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { readPage } from '../../storage/rows/pages.ts'
import { search } from '../../storage/search/search.ts'
import type { Writing } from '../changes/write.ts'
import { type ActionRow, entityColumns } from '../rows.ts'
import { trackedRows } from '../tracking/tracked-rows.ts'
import { actionModel } from './model.ts'

export const actionColumns = [
  ...entityColumns,
  'responder_id',
  'responder_name',
  'responder_definition',
  'engine_id',
  'engine_job_id',
  'object_type',
  'object_id',
  'status',
  'start_date',
  'end_date',
  'tlp',
  'pap',
  'parameters',
  'report',
  'operations',
  'next_poll_at',
  'poll_failures',
] as const

/** More responders on one entity than a person reads. */
const maxOfOne = 500

/** Reports may be of 256 KB each: `X-Total` counts the rest. */
const maxListed = 1_000

/** Actions run on one object, newest first. */
export async function actionsOf(
  db: Db,
  organization: string,
  type: TargetLabel,
  objectId: string,
): Promise<Batches<ActionRow>> {
  const scope = sql<SqlBool>`actions.organization = ${organization}`
  const { batches } = await readPage<ActionRow>(db, {
    table: 'actions',
    id: 'id',
    columns: actionColumns,
    scope,
    where: sql<SqlBool>`${scope} and actions.object_id = ${objectId}
      and actions.object_type = ${type}`,
    order: sql`actions.start_date desc, actions.id desc`,
    range: { offset: 0, limit: maxOfOne },
    isSlow: false,
  })
  return batches
}

export const searchActions = (
  db: Db,
  dialect: Dialect,
  organization: string,
  { criteria, range, sort }: Listing,
): Promise<Rows<ActionRow>> =>
  search(
    db,
    dialect,
    actionModel(0),
    {
      columns: actionColumns,
      criteria,
      range: { ...range, limit: Math.min(range.limit, maxListed) },
      sort,
    },
    organization,
  )

export const {
  find: findAction,
  insert: insertAction,
  named: namedAction,
  changeOpen: changeOpenAction,
} = trackedRows('actions', actionColumns)

export const saveOperations = (w: Writing, id: string, operations: string) =>
  w.tx.updateTable('actions').set({ operations }).where(ownedRow(w.organization, id)).execute()
