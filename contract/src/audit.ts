import { type Static, Type } from 'typebox'
import { list } from './endpoint.ts'
import { object, Timestamp } from './values.ts'

const resource = 'audit'

export const AuditEntry = object(
  {
    id: Type.Integer(),
    at: Timestamp,
    actor: Type.String({ description: 'Who performed the action' }),
    action: Type.String({ description: 'Action, such as `user.create`' }),
    objectType: Type.String(),
    objectId: Type.String({ description: 'Id of the affected object' }),
    organization: Type.Union([Type.String(), Type.Null()]),
    details: Type.Object({}, { additionalProperties: true }),
    address: Type.String({ description: 'Source IP address' }),
    requestId: Type.String(),
  },
  'AuditEntry',
)
export type AuditEntry = Static<typeof AuditEntry>

export const listAudit = list({
  method: 'GET',
  path: '/api/audit',
  roles: ['orgadmin', 'superadmin'],
  effect: 'read',
  resource,
  summary: 'Read the audit trail: everything for superadmin, your organization for orgadmin',
  row: AuditEntry,
})

export const searchAudit = list({
  method: 'POST',
  path: '/api/audit/_search',
  roles: ['orgadmin', 'superadmin'],
  effect: 'read',
  resource,
  summary: 'Search the audit trail',
  row: AuditEntry,
})
