import { type CortexAction, type EngineAction, type Namespace, namespaces } from '@assay/contract'
import { withoutNulls } from '../render/parts.ts'
import type { ActionRow } from '../rows.ts'

/** Either dialect: the two differ in the names of two keys. */
export type ActionView = EngineAction & CortexAction

export function actionView(row: ActionRow, namespace: Namespace): ActionView {
  const names = namespaces[namespace]
  return {
    _id: row.id,
    _type: 'Action',
    _createdBy: row.created_by,
    _createdAt: row.created_at,
    responderId: row.responder_id,
    responderName: row.responder_name,
    responderDefinition: row.responder_definition,
    [names.engine]: row.engine_id,
    [names.job]: row.engine_job_id,
    objectType: row.object_type,
    objectId: row.object_id,
    status: row.status,
    startDate: row.start_date,
    ...withoutNulls({
      endDate: row.end_date,
      _updatedBy: row.updated_by,
      _updatedAt: row.updated_at,
    }),
    operations: row.operations,
    report: row.report,
    // Only the names of the requested namespace are in it, so it has the type of that one.
  } as ActionView
}

/** What the stream and the audit say of an action. */
export const eventDetails = (row: ActionRow) => ({
  status: row.status,
  objectId: row.object_id,
  objectType: row.object_type,
  responderName: row.responder_name,
})
