import { type Static, type TLiteral, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { AnyObject, object } from '../values.ts'
import { idParams, keysV1 } from './values.ts'
import { v1 } from './versions.ts'

export const caseStages = ['New', 'InProgress', 'Closed'] as const
export const alertStages = ['New', 'InProgress', 'Closed', 'Imported'] as const

const viewers = ['read', 'superadmin'] as const
const keepers = ['orgadmin', 'superadmin'] as const

const shownAs = <T extends 'CaseStatus' | 'AlertStatus'>(type: TLiteral<T>, title: string) =>
  Type.Object(
    {
      ...keysV1,
      _type: type,
      value: Type.String({ description: 'What `status` can be set to' }),
      stage: Type.String({ description: 'Stage: New, InProgress, Closed or Imported' }),
      order: Type.Integer(),
      extraData: AnyObject,
    },
    { title, additionalProperties: false },
  )
const pauses = Type.Boolean({
  description: 'Clocks of a case stand still from when it gets this status until it gets another',
})
const caseStatus = shownAs(Type.Literal('CaseStatus'), 'CaseStatusV1')
export const CaseStatusV1 = Type.Object(
  { ...caseStatus.properties, pauses },
  { title: 'CaseStatusV1', additionalProperties: false },
)
export type CaseStatusV1 = Static<typeof CaseStatusV1>
export const AlertStatusV1 = shownAs(Type.Literal('AlertStatus'), 'AlertStatusV1')
export type AlertStatusV1 = Static<typeof AlertStatusV1>

const value = Type.String({ minLength: 1, maxLength: 64 })
const order = Type.Integer({ minimum: -1_000_000, maximum: 1_000_000 })
const create = {
  method: 'POST',
  roles: keepers,
  effect: 'write',
  ignoresUnknown: true,
  status: 201,
} as const
const change = {
  method: 'PATCH',
  roles: keepers,
  effect: 'write',
  params: idParams,
  ignoresUnknown: true,
  input: object({ order: Type.Optional(order) }),
  fixedAttributes: {
    value: 'cases and alerts use it; add another status',
    stage: 'cases and alerts are in it; add another status',
  },
} as const
const read = { method: 'GET', roles: viewers, effect: 'read', params: idParams } as const
const remove = { method: 'DELETE', roles: keepers, effect: 'write', params: idParams } as const
const newStatus = (stages: string[]) =>
  object({ value, stage: Type.Enum(stages), order: Type.Optional(order) })

export const createCaseStatus = endpoint({
  ...create,
  ...v1('/caseStatus', CaseStatusV1),
  resource: 'caseStatus',
  summary: 'Add a case status and its stage; superadmin adds it for all organizations',
  input: object({
    ...newStatus([...caseStages]).properties,
    pauses: Type.Optional(pauses),
  }),
})
export const getCaseStatus = endpoint({
  ...read,
  ...v1('/caseStatus/:id', CaseStatusV1),
  resource: 'caseStatus',
  summary: 'Get a case status, by `_id` or value; `listCaseStatus` lists all',
})
export const updateCaseStatus = empty({
  ...change,
  ...v1('/caseStatus/:id'),
  resource: 'caseStatus',
  summary: 'Reorder a case status, or let it pause the clocks of cases that get it from now on',
  input: object({ order: Type.Optional(order), pauses: Type.Optional(pauses) }),
})
export const deleteCaseStatus = empty({
  ...remove,
  ...v1('/caseStatus/:id'),
  resource: 'caseStatus',
  summary: 'Delete a case status that is not in use',
})
export const createAlertStatus = endpoint({
  ...create,
  ...v1('/alertStatus', AlertStatusV1),
  resource: 'alertStatus',
  summary: 'Add an alert status and its stage; superadmin adds it for all organizations',
  input: newStatus(['New', 'InProgress', 'Closed']),
})
export const getAlertStatus = endpoint({
  ...read,
  ...v1('/alertStatus/:id', AlertStatusV1),
  resource: 'alertStatus',
  summary: 'Get an alert status, by `_id` or value; `listAlertStatus` lists all',
})
export const updateAlertStatus = empty({
  ...change,
  ...v1('/alertStatus/:id'),
  resource: 'alertStatus',
  summary: 'Reorder an alert status',
})
export const deleteAlertStatus = empty({
  ...remove,
  ...v1('/alertStatus/:id'),
  resource: 'alertStatus',
  summary: 'Delete an alert status that is not in use',
})
