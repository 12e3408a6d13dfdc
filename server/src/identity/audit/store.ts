import type { AuditEntry } from '@assay/contract'
import type { Origin, Scope } from '../../domain/caller.ts'
import type { Listing } from '../../domain/listing.ts'
import { mapRows, type Rows } from '../../domain/rows.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import type { Db } from '../../storage/database.ts'
import { type SearchModel, search, searchModel } from '../../storage/search/search.ts'

export interface AuditEvent {
  /** `user.create`, `organization.update`, `session.open` … */
  action: string
  objectType: string
  objectId: string
  /** Organization that the change concerns; its orgadmins may read the entry. */
  organization: string | null
  /** Changed attributes; secrets are named, never shown. */
  details?: Record<string, unknown>
}

/** SQLite takes at most 32,766 values in one statement; a row has nine. Details may be long. */
const batch = 200

/** Called with the transaction of the change, so neither exists without the other. */
export async function audit(
  tx: Db,
  actor: Origin & { login: string },
  now: number,
  events: AuditEvent | readonly AuditEvent[],
): Promise<void> {
  const all = [events].flat()
  const rowOf = (event: AuditEvent) => ({
    at: now,
    actor: actor.login,
    organization: event.organization,
    action: event.action,
    object_type: event.objectType,
    object_id: event.objectId,
    details: JSON.stringify(event.details ?? {}),
    address: actor.address,
    request_id: actor.requestId,
  })
  for (let start = 0; start < all.length; start += batch)
    await tx
      .insertInto('audit')
      .values(all.slice(start, start + batch).map(rowOf))
      .execute()
}

export const auditColumns = [
  'id',
  'at',
  'actor',
  'organization',
  'action',
  'object_type',
  'object_id',
  'details',
  'request_id',
] as const

const columns = [...auditColumns, 'address'] as const

const auditModel: SearchModel<'audit'> = searchModel({
  type: 'audit',
  table: 'audit',
  id: 'id',
  organization: 'organization',
  fields: {
    _id: { column: 'id', kind: 'number', required: true },
    id: { column: 'id', kind: 'number', required: true },
    at: { column: 'at', kind: 'date', required: true },
    actor: { column: 'actor', kind: 'keyword', short: true, required: true },
    action: { column: 'action', kind: 'keyword', short: true, required: true },
    objectType: { column: 'object_type', kind: 'keyword', short: true, required: true },
    objectId: { column: 'object_id', kind: 'keyword', short: true, required: true },
    organization: { column: 'organization', kind: 'keyword', short: true },
    address: { column: 'address', kind: 'keyword', short: true, required: true },
    requestId: { column: 'request_id', kind: 'keyword', short: true, required: true },
  },
  defaultSort: [{ field: 'id', descending: true }],
})

export async function searchAudit(
  db: Db,
  dialect: Dialect,
  scope: Scope,
  listing: Listing,
): Promise<Rows<AuditEntry>> {
  const found = await search(db, dialect, auditModel, { columns, ...listing }, scope)
  return mapRows(found, (row) => ({
    id: row.id,
    at: row.at,
    actor: row.actor,
    action: row.action,
    objectType: row.object_type,
    objectId: row.object_id,
    organization: row.organization,
    details: JSON.parse(row.details),
    address: row.address,
    requestId: row.request_id,
  }))
}
