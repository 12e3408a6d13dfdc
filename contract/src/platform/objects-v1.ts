import { type Static, Type } from 'typebox'
import { Attachment } from '../jobs.ts'
import { AnyObject, Timestamp } from '../values.ts'

const texts = Type.Array(Type.String())

const keys = {
  _id: Type.String(),
  _createdBy: Type.String(),
  _createdAt: Timestamp,
  _updatedBy: Type.Optional(Type.String()),
  _updatedAt: Type.Optional(Timestamp),
  extraData: AnyObject,
}

export const CustomFieldValueV1 = Type.Object(
  {
    _id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    type: Type.String(),
    value: Type.Unknown(),
    order: Type.Integer(),
  },
  { title: 'CustomFieldValueV1', additionalProperties: false },
)
export type CustomFieldValueV1 = Static<typeof CustomFieldValueV1>

export const CaseV1 = Type.Object(
  {
    ...keys,
    _type: Type.Literal('Case'),
    number: Type.Integer(),
    title: Type.String(),
    description: Type.String(),
    severity: Type.Integer(),
    startDate: Timestamp,
    endDate: Type.Optional(Timestamp),
    tags: texts,
    flag: Type.Boolean(),
    tlp: Type.Integer(),
    pap: Type.Integer(),
    status: Type.String(),
    summary: Type.Optional(Type.String()),
    impactStatus: Type.Optional(Type.String()),
    resolutionStatus: Type.Optional(Type.String()),
    assignee: Type.Optional(Type.String()),
    customFields: Type.Array(CustomFieldValueV1),
  },
  { title: 'CaseV1', additionalProperties: false },
)
export type CaseV1 = Static<typeof CaseV1>

export const AlertV1 = Type.Object(
  {
    ...keys,
    _type: Type.Literal('Alert'),
    type: Type.String(),
    source: Type.String(),
    sourceRef: Type.String(),
    externalLink: Type.Optional(Type.String()),
    title: Type.String(),
    description: Type.String(),
    severity: Type.Integer(),
    date: Timestamp,
    tags: texts,
    tlp: Type.Integer(),
    pap: Type.Integer(),
    read: Type.Boolean(),
    follow: Type.Boolean(),
    customFields: Type.Array(CustomFieldValueV1),
    caseTemplate: Type.Optional(Type.String()),
    observableCount: Type.Integer(),
    caseId: Type.Optional(Type.String()),
  },
  { title: 'AlertV1', additionalProperties: false },
)
export type AlertV1 = Static<typeof AlertV1>

export const ObservableV1 = Type.Object(
  {
    ...keys,
    _type: Type.Literal('Observable'),
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    startDate: Timestamp,
    attachment: Type.Optional(Attachment),
    tlp: Type.Integer(),
    tags: texts,
    ioc: Type.Boolean(),
    sighted: Type.Boolean(),
    reports: AnyObject,
    message: Type.Optional(Type.String()),
    ignoreSimilarity: Type.Optional(Type.Boolean()),
  },
  { title: 'ObservableV1', additionalProperties: false },
)
export type ObservableV1 = Static<typeof ObservableV1>

export const TaskV1 = Type.Object(
  {
    ...keys,
    _type: Type.Literal('Task'),
    title: Type.String(),
    group: Type.String(),
    description: Type.Optional(Type.String()),
    status: Type.String(),
    flag: Type.Boolean(),
    startDate: Type.Optional(Timestamp),
    endDate: Type.Optional(Timestamp),
    dueDate: Type.Optional(Timestamp),
    assignee: Type.Optional(Type.String()),
    order: Type.Integer(),
  },
  { title: 'TaskV1', additionalProperties: false },
)
export type TaskV1 = Static<typeof TaskV1>

export const LogV1 = Type.Object(
  {
    ...keys,
    _type: Type.Literal('Log'),
    message: Type.String(),
    date: Timestamp,
    attachment: Type.Optional(Attachment),
    owner: Type.String(),
  },
  { title: 'LogV1', additionalProperties: false },
)
export type LogV1 = Static<typeof LogV1>
