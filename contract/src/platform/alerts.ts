import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { NamedFilesInput } from '../files.ts'
import { object } from '../values.ts'
import { PromotedCase } from './cases.ts'
import { alert } from './entities/alert.ts'
import { changed, created, fixed } from './entities/schemas.ts'
import { alsoCustomFields, changedTags, Ids, withDottedFields } from './marked.ts'
import { AlertV0, AlertV1, CaseV0, CaseV1 } from './objects.ts'
import { InlineObservable } from './observables.ts'
import { idParams, reading, writers, writing } from './values.ts'
import { inBothVersions, v0, v1 } from './versions.ts'

const Observables = Type.Array(InlineObservable, {
  maxItems: 10_000,
  description:
    'Observables; for files, `data` is `name;type;base64`, or `attachment` names a file part',
})

const NewAlert = withDottedFields({
  ...created(alert),
  ...alsoCustomFields,
  artifacts: Type.Optional(Observables),
  observables: Type.Optional(Observables),
  files: Type.Optional(NamedFilesInput),
})

const changes = {
  ...changed(alert),
  ...changedTags,
  status: Type.Optional(
    Type.String({
      minLength: 1,
      maxLength: 64,
      description: 'A status from `listAlertStatus`, except Imported',
    }),
  ),
}
const AlertChange = withDottedFields(changes)
const AlertsChange = withDottedFields({ ids: Ids, ...changes })

const resource = 'alert'
const write = { method: 'POST', ...writing, resource, ignoresUnknown: true } as const

export const [createAlert, createAlertV1] = inBothVersions(
  { ...write, summary: 'Create an alert with its observables', input: NewAlert, status: 201 },
  v0('/alert', AlertV0),
  v1('/alert', AlertV1),
)

const get = {
  method: 'GET',
  ...reading,
  summary: 'Get an alert, by id or `type;source;sourceRef`',
  resource,
  params: idParams,
} as const
export const getAlert = endpoint({
  ...get,
  ...v0('/alert/:id', AlertV0),
  input: object({
    similarity: Type.Optional(Type.Boolean({ description: 'Include similar cases' })),
  }),
})
export const getAlertV1 = endpoint({ ...get, ...v1('/alert/:id', AlertV1) })

const fixedV0 = { ...fixed(alert, 0), status: 'derived from `read` and the case of the alert' }
const fixedV1 = fixed(alert, 1)
export const [updateAlert, updateAlertV1] = inBothVersions(
  { ...write, method: 'PATCH', summary: 'Change an alert', params: idParams, input: AlertChange },
  { ...v0('/alert/:id', AlertV0), fixedAttributes: fixedV0 },
  { ...v1('/alert/:id'), fixedAttributes: fixedV1 },
)
export const [updateAlerts, updateAlertsV1] = inBothVersions(
  {
    ...write,
    method: 'PATCH',
    summary: 'Change several alerts the same way, all or none',
    input: AlertsChange,
  },
  { ...v0('/alert/_bulk', Type.Array(AlertV0)), readOnlyAttributes: Object.keys(fixedV0) },
  { ...v1('/alert/_bulk'), readOnlyAttributes: Object.keys(fixedV1) },
)

export const [deleteAlert, deleteAlertV1] = inBothVersions(
  {
    method: 'DELETE',
    ...writing,
    summary: 'Delete an alert with its observables',
    resource,
    params: idParams,
  },
  v0('/alert/:id'),
  v1('/alert/:id'),
)
export const [deleteAlerts, deleteAlertsV1] = inBothVersions(
  {
    ...write,
    summary: 'Delete several alerts, all or none',
    input: object({ ids: Ids }),
  },
  v0('/alert/delete/_bulk'),
  v1('/alert/delete/_bulk'),
)

export const [markAlertAsRead, markAlertAsReadV1] = inBothVersions(
  { ...write, summary: 'Mark an alert as read', params: idParams },
  v0('/alert/:id/markAsRead', AlertV0),
  v1('/alert/:id/read'),
)
export const [markAlertAsUnread, markAlertAsUnreadV1] = inBothVersions(
  { ...write, summary: 'Mark an alert as unread', params: idParams },
  v0('/alert/:id/markAsUnread', AlertV0),
  v1('/alert/:id/unread'),
)
export const [followAlert, followAlertV1] = inBothVersions(
  { ...write, summary: 'Follow updates of an alert', params: idParams },
  v0('/alert/:id/follow', AlertV0),
  v1('/alert/:id/follow'),
)
export const [unfollowAlert, unfollowAlertV1] = inBothVersions(
  { ...write, summary: 'Stop following updates of an alert', params: idParams },
  v0('/alert/:id/unfollow', AlertV0),
  v1('/alert/:id/unfollow'),
)

export const [promoteAlert, promoteAlertV1] = inBothVersions(
  {
    ...write,
    summary:
      'Create a case from an alert; attributes in the body win; returns the existing case if it has one',
    params: idParams,
    input: PromotedCase,
    status: 201,
  },
  v0('/alert/:id/createCase', CaseV0),
  v1('/alert/:id/case', CaseV1),
)
export const [mergeAlert, mergeAlertV1] = inBothVersions(
  {
    ...write,
    summary: 'Merge an alert into a case',
    params: Type.Object({ id: Type.String(), caseId: Type.String() }),
  },
  v0('/alert/:id/merge/:caseId', CaseV0),
  { ...v1('/alert/:id/merge/:caseId', CaseV1), aliases: ['/api/v1/alert/:id/import/:caseId'] },
)
const MergedAlerts = object({
  caseId: Type.String({ minLength: 1, maxLength: 256 }),
  alertIds: Ids,
})
export const [mergeAlerts, mergeAlertsV1] = inBothVersions(
  {
    ...write,
    summary: 'Merge several alerts into a case, all or none',
    input: MergedAlerts,
  },
  v0('/alert/merge/_bulk', CaseV0),
  v1('/alert/merge/_bulk', CaseV1),
)
export const MergePreview = object(
  {
    observables: Type.Integer({ description: 'Distinct observables of the alerts' }),
    addsText: Type.Boolean({
      description:
        'Descriptions, tags and custom fields of the alerts are added to the case; false if other organizations can read the case',
    }),
    guests: Type.Array(
      object({
        organisationName: Type.String(),
        profileName: Type.String(),
        observables: Type.Integer({ description: 'How many of them it will see' }),
      }),
      { description: 'Other organizations that see the case' },
    ),
  },
  'MergePreview',
)
export type MergePreview = Static<typeof MergePreview>
export const previewAlertMerge = endpoint({
  ...v1('/alert/merge/_preview', MergePreview),
  method: 'POST',
  roles: writers,
  effect: 'read',
  resource,
  input: MergedAlerts,
  summary: 'Preview what other organizations will see of alerts merged into a case',
})

export const unlinkAlert = empty({
  ...v1('/case/:id/alert/:alertId'),
  method: 'DELETE',
  ...writing,
  resource,
  params: Type.Object({ id: Type.String(), alertId: Type.String() }),
  summary: 'Unlink an alert from its case; what was imported from it stays',
})
