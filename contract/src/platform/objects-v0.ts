import { type Static, type TSchema, Type } from 'typebox'
import { Attachment } from '../jobs.ts'
import { AnyObject, Timestamp } from '../values.ts'

const orNull = <T extends TSchema>(schema: T) => Type.Union([schema, Type.Null()])
const texts = Type.Array(Type.String())

const keys = {
  _id: Type.String(),
  id: Type.String(),
  createdBy: Type.String(),
  createdAt: Timestamp,
}

/** Cases and alerts show every key, null when there is nothing; all others leave it out. */
const nullableChange = { updatedBy: orNull(Type.String()), updatedAt: orNull(Timestamp) }
const optionalChange = {
  updatedBy: Type.Optional(Type.String()),
  updatedAt: Type.Optional(Timestamp),
}

export const CaseV0 = Type.Object(
  {
    ...keys,
    ...nullableChange,
    _type: Type.Literal('case'),
    caseId: Type.Integer({ description: 'Number of the case' }),
    title: Type.String(),
    description: Type.String(),
    severity: Type.Integer(),
    startDate: Timestamp,
    endDate: orNull(Timestamp),
    impactStatus: orNull(Type.String()),
    resolutionStatus: orNull(Type.String()),
    tags: texts,
    flag: Type.Boolean(),
    tlp: Type.Integer(),
    pap: Type.Integer(),
    status: Type.String(),
    summary: orNull(Type.String()),
    owner: orNull(Type.String()),
    customFields: AnyObject,
    stats: AnyObject,
    permissions: texts,
  },
  { title: 'CaseV0', additionalProperties: false },
)
export type CaseV0 = Static<typeof CaseV0>

export const ObservableV0 = Type.Object(
  {
    ...keys,
    ...optionalChange,
    _type: Type.Literal('case_artifact'),
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    startDate: Timestamp,
    attachment: Type.Optional(Attachment),
    tlp: Type.Integer(),
    tags: texts,
    ioc: Type.Boolean(),
    sighted: Type.Boolean(),
    message: Type.Optional(Type.String()),
    reports: AnyObject,
    stats: AnyObject,
    seen: Type.Optional(Type.Boolean()),
    case: Type.Optional(CaseV0),
    alert: Type.Optional(AnyObject),
    ignoreSimilarity: Type.Optional(Type.Boolean()),
  },
  { title: 'ObservableV0', additionalProperties: false },
)
export type ObservableV0 = Static<typeof ObservableV0>

export const AlertV0 = Type.Object(
  {
    ...keys,
    ...nullableChange,
    _type: Type.Literal('alert'),
    type: Type.String(),
    source: Type.String(),
    sourceRef: Type.String(),
    externalLink: orNull(Type.String()),
    case: orNull(Type.String()),
    title: Type.String(),
    description: Type.String(),
    severity: Type.Integer(),
    date: Timestamp,
    tags: texts,
    tlp: Type.Integer(),
    pap: Type.Integer(),
    status: Type.Enum(['New', 'Ignored', 'Imported', 'Updated']),
    follow: Type.Boolean(),
    customFields: AnyObject,
    caseTemplate: orNull(Type.String()),
    artifacts: Type.Array(ObservableV0),
    similarCases: Type.Array(AnyObject),
  },
  { title: 'AlertV0', additionalProperties: false },
)
export type AlertV0 = Static<typeof AlertV0>

export const TaskV0 = Type.Object(
  {
    ...keys,
    ...optionalChange,
    _type: Type.Literal('case_task'),
    title: Type.String(),
    group: Type.String(),
    description: Type.Optional(Type.String()),
    owner: Type.Optional(Type.String()),
    status: Type.Enum(['Waiting', 'InProgress', 'Completed', 'Cancel']),
    flag: Type.Boolean(),
    startDate: Type.Optional(Timestamp),
    endDate: Type.Optional(Timestamp),
    dueDate: Type.Optional(Timestamp),
    order: Type.Integer(),
    case: Type.Optional(CaseV0),
  },
  { title: 'TaskV0', additionalProperties: false },
)
export type TaskV0 = Static<typeof TaskV0>

export const LogV0 = Type.Object(
  {
    ...keys,
    ...optionalChange,
    _type: Type.Literal('case_task_log'),
    message: Type.String(),
    startDate: Timestamp,
    attachment: Type.Optional(Attachment),
    status: Type.Literal('Ok'),
    owner: Type.String(),
    case_task: Type.Optional(TaskV0),
  },
  { title: 'LogV0', additionalProperties: false },
)
export type LogV0 = Static<typeof LogV0>
