import { type Static, Type } from 'typebox'
import { Attachment } from '../jobs.ts'
import { AnyObject, object, orNull, Timestamp } from '../values.ts'
import { AttachmentV1 } from './attachments.ts'
import { keysV0, keysV1 } from './values.ts'

const texts = Type.Array(Type.String())

/** Cases and alerts of version 0 show every key, null when there is nothing. */
const everyKeyV0 = {
  ...keysV0,
  updatedBy: orNull(Type.String()),
  updatedAt: orNull(Timestamp),
}

export const CustomFieldValueV1 = object(
  {
    _id: Type.String(),
    name: Type.String(),
    description: Type.String(),
    type: Type.String(),
    value: Type.Unknown(),
    order: Type.Integer(),
  },
  'CustomFieldValueV1',
)
export type CustomFieldValueV1 = Static<typeof CustomFieldValueV1>

const ofCase = {
  title: Type.String(),
  description: Type.String(),
  severity: Type.Integer(),
  startDate: Timestamp,
  tags: texts,
  flag: Type.Boolean(),
  tlp: Type.Integer(),
  pap: Type.Integer(),
  status: Type.String(),
}

export const CaseV0 = object(
  {
    ...everyKeyV0,
    _type: Type.Literal('case'),
    caseId: Type.Integer({ description: 'Case number' }),
    ...ofCase,
    endDate: orNull(Timestamp),
    impactStatus: orNull(Type.String()),
    resolutionStatus: orNull(Type.String()),
    summary: orNull(Type.String()),
    owner: orNull(Type.String()),
    customFields: AnyObject,
    stats: AnyObject,
    permissions: texts,
  },
  'CaseV0',
)
export type CaseV0 = Static<typeof CaseV0>

export const CaseV1 = object(
  {
    ...keysV1,
    extraData: AnyObject,
    _type: Type.Literal('Case'),
    number: Type.Integer(),
    ...ofCase,
    endDate: Type.Optional(Timestamp),
    summary: Type.Optional(Type.String()),
    impactStatus: Type.Optional(Type.String()),
    resolutionStatus: Type.Optional(Type.String()),
    assignee: Type.Optional(Type.String()),
    stage: Type.String({ description: 'New, InProgress or Closed' }),
    extendedStatus: Type.Optional(
      Type.String({ description: 'The status that was set, if it is not a plain one' }),
    ),
    customFields: Type.Array(CustomFieldValueV1),
  },
  'CaseV1',
)
export type CaseV1 = Static<typeof CaseV1>

const ofObservable = {
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
  ignoreSimilarity: Type.Optional(Type.Boolean()),
}

export const ObservableV0 = object(
  {
    ...keysV0,
    _type: Type.Literal('case_artifact'),
    ...ofObservable,
    stats: AnyObject,
    seen: Type.Optional(Type.Boolean()),
    case: Type.Optional(CaseV0),
    alert: Type.Optional(AnyObject),
  },
  'ObservableV0',
)
export type ObservableV0 = Static<typeof ObservableV0>

export const ObservableV1 = object(
  {
    ...keysV1,
    extraData: AnyObject,
    _type: Type.Literal('Observable'),
    ...ofObservable,
  },
  'ObservableV1',
)
export type ObservableV1 = Static<typeof ObservableV1>

const ofAlert = {
  type: Type.String(),
  source: Type.String(),
  sourceRef: Type.String(),
  title: Type.String(),
  description: Type.String(),
  severity: Type.Integer(),
  date: Timestamp,
  tags: texts,
  tlp: Type.Integer(),
  pap: Type.Integer(),
  follow: Type.Boolean(),
}

export const AlertV0 = object(
  {
    ...everyKeyV0,
    _type: Type.Literal('alert'),
    ...ofAlert,
    externalLink: orNull(Type.String()),
    case: orNull(Type.String()),
    status: Type.Enum(['New', 'Ignored', 'Imported', 'Updated']),
    customFields: AnyObject,
    caseTemplate: orNull(Type.String()),
    artifacts: Type.Array(ObservableV0),
    similarCases: Type.Array(AnyObject),
  },
  'AlertV0',
)
export type AlertV0 = Static<typeof AlertV0>

export const AlertV1 = object(
  {
    ...keysV1,
    extraData: AnyObject,
    _type: Type.Literal('Alert'),
    ...ofAlert,
    externalLink: Type.Optional(Type.String()),
    read: Type.Boolean(),
    status: Type.String({ description: 'A status from `listAlertStatus`' }),
    stage: Type.String({ description: 'New, InProgress, Closed or Imported' }),
    customFields: Type.Array(CustomFieldValueV1),
    caseTemplate: Type.Optional(Type.String()),
    assignee: Type.Optional(Type.String({ description: 'Assigned user' })),
    observableCount: Type.Integer(),
    caseId: Type.Optional(Type.String()),
  },
  'AlertV1',
)
export type AlertV1 = Static<typeof AlertV1>

const ofTask = {
  title: Type.String(),
  group: Type.String(),
  description: Type.Optional(Type.String()),
  flag: Type.Boolean(),
  mandatory: Type.Boolean(),
  startDate: Type.Optional(Timestamp),
  endDate: Type.Optional(Timestamp),
  dueDate: Type.Optional(Timestamp),
  order: Type.Integer(),
}

export const TaskV0 = object(
  {
    ...keysV0,
    _type: Type.Literal('case_task'),
    ...ofTask,
    owner: Type.Optional(Type.String()),
    status: Type.Enum(['Waiting', 'InProgress', 'Completed', 'Cancel']),
    case: Type.Optional(CaseV0),
  },
  'TaskV0',
)
export type TaskV0 = Static<typeof TaskV0>

export const TaskV1 = object(
  {
    ...keysV1,
    extraData: AnyObject,
    _type: Type.Literal('Task'),
    ...ofTask,
    status: Type.String(),
    assignee: Type.Optional(Type.String()),
  },
  'TaskV1',
)
export type TaskV1 = Static<typeof TaskV1>

const ofLog = {
  message: Type.String(),
  attachment: Type.Optional(Attachment),
  owner: Type.String(),
}

export const LogV0 = object(
  {
    ...keysV0,
    _type: Type.Literal('case_task_log'),
    ...ofLog,
    startDate: Timestamp,
    status: Type.Literal('Ok'),
    case_task: Type.Optional(TaskV0),
  },
  'LogV0',
)
export type LogV0 = Static<typeof LogV0>

export const LogV1 = object(
  {
    ...keysV1,
    extraData: AnyObject,
    _type: Type.Literal('Log'),
    ...ofLog,
    attachments: Type.Array(AttachmentV1, { description: 'Files added to it' }),
    date: Timestamp,
  },
  'LogV1',
)
export type LogV1 = Static<typeof LogV1>
