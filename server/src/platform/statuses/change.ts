import { badRequest, createError, notAllowed } from '../../domain/errors.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { changedNow, newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { type StatusRow, wholePlatform } from '../rows.ts'
import {
  findStatus,
  type StatusKind,
  statusColumns,
  statusesOf,
  statusNotFound,
  statusTables,
} from './store.ts'

const maxStatuses = 200
const objectTypes = { case: 'caseStatus', alert: 'alertStatus' } as const
const plain = ['Open', 'Resolved', 'Duplicated']

export interface NewStatus {
  readonly value: string
  readonly stage: string
  readonly order?: number | undefined
  /** Of cases alone. */
  readonly pauses?: boolean | undefined
}

export async function createStatus(
  w: Writing,
  owner: string,
  kind: StatusKind,
  { value, stage, order, pauses = false }: NewStatus,
): Promise<StatusRow> {
  refuseClosedPause(stage, pauses)
  if (value.startsWith('~'))
    throw badRequest('Statuses must not start with ~, which is reserved for IDs')
  const known = await statusesOf(w.tx, owner, kind)
  if (known.some((row) => row.value === value) || (kind === 'case' && plain.includes(value)))
    throw createError(`The ${kind} status ${value} already exists`)
  if (known.length >= maxStatuses)
    throw badRequest(`Limit of ${maxStatuses} statuses reached. Delete some first`)
  const row = await w.tx
    .insertInto(statusTables[kind])
    .values({
      ...newRow(w),
      organization: owner,
      value,
      stage,
      position: order ?? known.length,
      pauses: Number(pauses),
    })
    .returning(statusColumns)
    .executeTakeFirstOrThrow()
  record(w, kind, 'create', row)
  return row
}

function refuseClosedPause(stage: string, pauses: boolean | undefined) {
  // guard: server/test/platform/clocks.test.ts
  if (pauses && stage === 'Closed')
    throw badRequest('A status of closed cases cannot pause: their clocks have ended')
}

/** One that the caller keeps; what is the whole platform's is superadmin's. */
async function requireOwn(w: Writing, owner: string, kind: StatusKind, idOrValue: string) {
  const row = await findStatus(w.tx, owner, kind, idOrValue)
  if (!row) throw statusNotFound(kind)
  // guard: server/test/security/refusals.test.ts
  if (row.organization !== owner)
    throw notAllowed(`The status ${row.value} is global; only a superadmin can change it`)
  return row
}

export async function moveStatus(
  w: Writing,
  owner: string,
  kind: StatusKind,
  idOrValue: string,
  { order, pauses }: Pick<NewStatus, 'order' | 'pauses'>,
) {
  const { id, stage } = await requireOwn(w, owner, kind, idOrValue)
  refuseClosedPause(stage, pauses)
  const row = await w.tx
    .updateTable(statusTables[kind])
    .set({
      ...(order !== undefined && { position: order }),
      ...(pauses !== undefined && { pauses: Number(pauses) }),
      ...changedNow(w),
    })
    .where(ownedRow(owner, id))
    .returning(statusColumns)
    .executeTakeFirstOrThrow()
  record(w, kind, 'update', row)
}

export async function removeStatus(w: Writing, owner: string, kind: StatusKind, idOrValue: string) {
  const row = await requireOwn(w, owner, kind, idOrValue)
  let used = w.tx
    .selectFrom(kind === 'case' ? 'cases' : 'alerts')
    .select('id')
    .where('extended_status', '=', row.value)
  if (owner !== wholePlatform) used = used.where('organization', '=', owner)
  if (await used.limit(1).executeTakeFirst())
    throw badRequest(`The status ${row.value} cannot be deleted: a ${kind} uses it`)
  await w.tx.deleteFrom(statusTables[kind]).where(ownedRow(owner, row.id)).execute()
  record(w, kind, 'delete', row)
}

const record = (
  w: Writing,
  kind: StatusKind,
  operation: 'create' | 'update' | 'delete',
  { id, value, stage, position, pauses }: StatusRow,
) =>
  w.record({
    operation,
    objectType: objectTypes[kind],
    objectId: id,
    details: { value, stage, order: position, ...(kind === 'case' && { pauses: pauses === 1 }) },
  })
