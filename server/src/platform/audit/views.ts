import type { Selectable } from 'kysely'
import type { auditColumns } from '../../identity/audit/store.ts'
import type { AuditTable } from '../../storage/tables/identity.ts'
import { each, type Views } from '../render/views.ts'

export type AuditRow = Selectable<AuditTable>

type Shown = Pick<AuditRow, (typeof auditColumns)[number]>

/** `case.create` is a create; others, such as `user.key.set`, are shown whole. */
const operationOf = ({ action }: Shown) => /\.(create|update|delete)$/.exec(action)?.[1] ?? action

const shown = (row: Shown) => ({
  operation: operationOf(row),
  action: row.action,
  objectType: row.object_type,
  objectId: row.object_id,
  requestId: row.request_id,
  details: JSON.parse(row.details) as unknown,
  organisation: row.organization,
})

export const auditViews: Views<Shown> = {
  v0: each((row) => ({
    _id: String(row.id),
    id: String(row.id),
    _type: 'audit',
    createdBy: row.actor,
    createdAt: row.at,
    startDate: row.at,
    base: true,
    ...shown(row),
  })),
  v1: each((row) => ({
    _id: String(row.id),
    _type: 'Audit',
    _createdBy: row.actor,
    _createdAt: row.at,
    obj: { _type: row.object_type, _id: row.object_id },
    summary: {},
    ...shown(row),
    extraData: {},
  })),
}
