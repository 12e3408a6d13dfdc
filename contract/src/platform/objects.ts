import { type Static, Type } from 'typebox'
import { Attachment } from '../jobs.ts'
import { AnyObject, object, orNull, Timestamp } from '../values.ts'
import { AttachmentV1 } from './attachments.ts'
import { alert } from './entities/alert.ts'
import { caseEntity } from './entities/case.ts'
import { log } from './entities/log.ts'
import { observable } from './entities/observable.ts'
import { shown } from './entities/schemas.ts'
import { task } from './entities/task.ts'
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

export const CaseV0 = object(
  {
    ...everyKeyV0,
    ...shown(caseEntity, 0),
    customFields: AnyObject,
    stats: AnyObject,
    permissions: texts,
  },
  'CaseV0',
)
export type CaseV0 = Static<typeof CaseV0>

const durationAt5 = (description: string) =>
  Type.Optional(
    Type.Integer({ description: `${description}, in milliseconds; with \`platform.level\` 5` }),
  )
const durationsOfLevel5 = {
  timeToDetect: durationAt5('From the event to the arrival of its alert'),
  timeToAcknowledge: durationAt5('From creation until a person worked on it'),
  timeToResolve: durationAt5('From creation to closing, without pauses'),
  handlingDuration: durationAt5('From start to end'),
}

export const CaseV1 = object(
  {
    ...keysV1,
    extraData: AnyObject,
    ...shown(caseEntity, 1),
    stage: Type.String({ description: 'New, InProgress or Closed' }),
    access: object({ _kind: Type.Literal('OrganisationAccessKind') }, 'CaseAccess'),
    ...durationsOfLevel5,
    customFields: Type.Array(CustomFieldValueV1),
  },
  'CaseV1',
)
export type CaseV1 = Static<typeof CaseV1>

export const ObservableV0 = object(
  {
    ...keysV0,
    ...shown(observable, 0),
    attachment: Type.Optional(Attachment),
    stats: AnyObject,
    seen: Type.Optional(Type.Boolean()),
    case: Type.Optional(CaseV0),
    alert: Type.Optional(AnyObject),
  },
  'ObservableV0',
)
export type ObservableV0 = Static<typeof ObservableV0>

/** Under `_id` as well, which clients of version 1 ask for. */
const AttachmentOfObservable = object(
  { _id: Type.String(), ...Attachment.properties },
  'AttachmentOfObservable',
)

export const ObservableV1 = object(
  {
    ...keysV1,
    extraData: AnyObject,
    ...shown(observable, 1),
    attachment: Type.Optional(AttachmentOfObservable),
  },
  'ObservableV1',
)
export type ObservableV1 = Static<typeof ObservableV1>

export const AlertV0 = object(
  {
    ...everyKeyV0,
    ...shown(alert, 0),
    status: Type.Enum(['New', 'Ignored', 'Imported', 'Updated']),
    customFields: AnyObject,
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
    ...shown(alert, 1),
    status: Type.String({ description: 'A status from `listAlertStatus`' }),
    stage: Type.String({ description: 'New, InProgress, Closed or Imported' }),
    customFields: Type.Array(CustomFieldValueV1),
    observableCount: Type.Integer(),
  },
  'AlertV1',
)
export type AlertV1 = Static<typeof AlertV1>

export const TaskV0 = object(
  { ...keysV0, ...shown(task, 0), case: Type.Optional(CaseV0) },
  'TaskV0',
)
export type TaskV0 = Static<typeof TaskV0>

export const TaskV1 = object({ ...keysV1, extraData: AnyObject, ...shown(task, 1) }, 'TaskV1')
export type TaskV1 = Static<typeof TaskV1>

export const LogV0 = object(
  {
    ...keysV0,
    ...shown(log, 0),
    attachment: Type.Optional(Attachment),
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
    ...shown(log, 1),
    attachment: Type.Optional(Attachment),
    attachments: Type.Array(AttachmentV1, { description: 'Files added to it' }),
  },
  'LogV1',
)
export type LogV1 = Static<typeof LogV1>
