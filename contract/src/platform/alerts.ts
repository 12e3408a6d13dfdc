import { Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { changedMarks, dottedFields, Ids, newMarks, orNull } from './marked.ts'
import { AlertV0, CaseV0 } from './objects-v0.ts'
import { AlertV1, CaseV1 } from './objects-v1.ts'
import { InlineObservable } from './observables.ts'
import { idParams, Moment, readers, v0, v1, writers } from './values.ts'

/** Organization, type, source and reference together fit into one entry of an index. */
const reference = {
  type: Type.String({ minLength: 1, maxLength: 128 }),
  source: Type.String({ minLength: 1, maxLength: 128 }),
  sourceRef: Type.String({ minLength: 1, maxLength: 256 }),
}
const Link = Type.String({ maxLength: 4_096 })
const TemplateName = Type.String({ maxLength: 256 })
const Observables = Type.Array(InlineObservable, {
  maxItems: 10_000,
  description: 'Observables; the data of a file is `name;type;base64`',
})

const NewAlert = Type.Object(
  {
    ...reference,
    ...newMarks,
    externalLink: Type.Optional(Link),
    date: Type.Optional(Moment),
    follow: Type.Optional(Type.Boolean()),
    caseTemplate: Type.Optional(TemplateName),
    artifacts: Type.Optional(Observables),
    observables: Type.Optional(Observables),
  },
  { additionalProperties: false, patternProperties: dottedFields },
)

const changes = {
  ...changedMarks,
  type: Type.Optional(reference.type),
  source: Type.Optional(reference.source),
  sourceRef: Type.Optional(reference.sourceRef),
  externalLink: Type.Optional(orNull(Link)),
  date: Type.Optional(Moment),
  lastSyncDate: Type.Optional(Moment),
  read: Type.Optional(Type.Boolean()),
  follow: Type.Optional(Type.Boolean()),
  caseTemplate: Type.Optional(orNull(TemplateName)),
}
const AlertChange = Type.Object(changes, {
  additionalProperties: false,
  patternProperties: dottedFields,
})
const AlertsChange = Type.Object(
  { ids: Ids, ...changes },
  { additionalProperties: false, patternProperties: dottedFields },
)

const resource = 'alert'
const write = { method: 'POST', roles: writers, resource, ignoresUnknown: true } as const

const createCall = { ...write, summary: 'Raise an alert with its observables', input: NewAlert }
export const createAlert = endpoint({
  ...createCall,
  ...v0('/alert'),
  output: AlertV0,
  status: 201,
})
export const createAlertV1 = endpoint({
  ...createCall,
  ...v1('/alert'),
  output: AlertV1,
  status: 201,
})

const getCall = {
  method: 'GET',
  roles: readers,
  summary: 'An alert, by id or `type;source;sourceRef`',
  resource,
  params: idParams,
} as const
export const getAlert = endpoint({
  ...getCall,
  ...v0('/alert/:id'),
  input: Type.Object(
    {
      similarity: Type.Optional(Type.Boolean({ description: 'Adds the cases that it resembles' })),
    },
    { additionalProperties: false },
  ),
  output: AlertV0,
})
export const getAlertV1 = endpoint({ ...getCall, ...v1('/alert/:id'), output: AlertV1 })

const updateCall = {
  ...write,
  method: 'PATCH',
  summary: 'Change an alert',
  params: idParams,
  input: AlertChange,
} as const
const ofCase = 'merge the alert into a case, or make a case of it'
const fixedV0 = { case: ofCase, status: 'it follows from `read` and the case of the alert' }
const fixedV1 = { caseId: ofCase }
export const updateAlert = endpoint({
  ...updateCall,
  ...v0('/alert/:id'),
  fixedAttributes: fixedV0,
  output: AlertV0,
})
export const updateAlertV1 = empty({
  ...updateCall,
  ...v1('/alert/:id'),
  fixedAttributes: fixedV1,
})

const bulkCall = {
  ...write,
  method: 'PATCH',
  summary: 'Make the same change to many alerts, all or none',
  input: AlertsChange,
} as const
export const updateAlerts = endpoint({
  ...bulkCall,
  ...v0('/alert/_bulk'),
  readOnlyAttributes: Object.keys(fixedV0),
  output: Type.Array(AlertV0),
})
export const updateAlertsV1 = empty({
  ...bulkCall,
  ...v1('/alert/_bulk'),
  readOnlyAttributes: Object.keys(fixedV1),
})

const deleteCall = {
  method: 'DELETE',
  roles: writers,
  summary: 'Remove an alert with its observables',
  resource,
  params: idParams,
} as const
export const deleteAlert = empty({ ...deleteCall, ...v0('/alert/:id') })
export const deleteAlertV1 = empty({ ...deleteCall, ...v1('/alert/:id') })

const deleteManyCall = {
  ...write,
  summary: 'Remove many alerts, all or none',
  input: Type.Object({ ids: Ids }, { additionalProperties: false }),
} as const
export const deleteAlerts = empty({ ...deleteManyCall, ...v0('/alert/delete/_bulk') })
export const deleteAlertsV1 = empty({ ...deleteManyCall, ...v1('/alert/delete/_bulk') })

const switchCall = (summary: string) => ({ ...write, summary, params: idParams }) as const
const markAsRead = switchCall('Mark an alert as read')
const markAsUnread = switchCall('Mark an alert as not read')
const follow = switchCall('Follow the updates of an alert')
const unfollow = switchCall('Stop following the updates of an alert')
export const markAlertAsRead = endpoint({
  ...markAsRead,
  ...v0('/alert/:id/markAsRead'),
  output: AlertV0,
})
export const markAlertAsReadV1 = empty({ ...markAsRead, ...v1('/alert/:id/read') })
export const markAlertAsUnread = endpoint({
  ...markAsUnread,
  ...v0('/alert/:id/markAsUnread'),
  output: AlertV0,
})
export const markAlertAsUnreadV1 = empty({ ...markAsUnread, ...v1('/alert/:id/unread') })
export const followAlert = endpoint({ ...follow, ...v0('/alert/:id/follow'), output: AlertV0 })
export const followAlertV1 = empty({ ...follow, ...v1('/alert/:id/follow') })
export const unfollowAlert = endpoint({
  ...unfollow,
  ...v0('/alert/:id/unfollow'),
  output: AlertV0,
})
export const unfollowAlertV1 = empty({ ...unfollow, ...v1('/alert/:id/unfollow') })

const promoteCall = {
  ...write,
  summary: 'Make a case of an alert; one that has a case answers it',
  params: idParams,
  input: Type.Object(
    { caseTemplate: Type.Optional(TemplateName) },
    { additionalProperties: false },
  ),
} as const
export const promoteAlert = endpoint({
  ...promoteCall,
  ...v0('/alert/:id/createCase'),
  output: CaseV0,
  status: 201,
})
export const promoteAlertV1 = endpoint({
  ...promoteCall,
  ...v1('/alert/:id/case'),
  output: CaseV1,
  status: 201,
})

const mergeCall = {
  ...write,
  summary: 'Merge an alert into a case',
  params: Type.Object({ id: Type.String(), caseId: Type.String() }),
} as const
export const mergeAlert = endpoint({
  ...mergeCall,
  ...v0('/alert/:id/merge/:caseId'),
  output: CaseV0,
})
export const mergeAlertV1 = endpoint({
  ...mergeCall,
  path: '/api/v1/alert/:id/merge/:caseId',
  aliases: ['/api/v1/alert/:id/import/:caseId'],
  output: CaseV1,
})

const mergeManyCall = {
  ...write,
  summary: 'Merge many alerts into a case, all or none',
  input: Type.Object(
    { caseId: Type.String({ minLength: 1, maxLength: 256 }), alertIds: Ids },
    { additionalProperties: false },
  ),
} as const
export const mergeAlerts = endpoint({
  ...mergeManyCall,
  ...v0('/alert/merge/_bulk'),
  output: CaseV0,
})
export const mergeAlertsV1 = endpoint({
  ...mergeManyCall,
  ...v1('/alert/merge/_bulk'),
  output: CaseV1,
})
