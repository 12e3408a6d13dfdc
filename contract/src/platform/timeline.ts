import { type Static, Type } from 'typebox'
import { empty, endpoint, list } from '../endpoint.ts'
import { RuleCredit } from '../rule-credit.ts'
import { AnyObject, object, Timestamp } from '../values.ts'
import { ReasonSentence } from '../verdicts/index.ts'
import { customEvent } from './entities/notes.ts'
import { changed, created, shown } from './entities/schemas.ts'
import { idParams, keysV1, reading, writing } from './values.ts'
import { v0, v1 } from './versions.ts'

const resource = 'customEvent'

export const TimelineEvent = Type.Object(
  {
    date: Timestamp,
    endDate: Type.Optional(Timestamp),
    kind: Type.String({
      description:
        'CaseStart, CaseEnd, AlertOccurred, AlertImported, TaskStart, TaskEnd, Procedure, CustomEvent',
    }),
    entity: Type.String(),
    entityId: Type.String(),
    details: AnyObject,
  },
  { title: 'TimelineEvent', additionalProperties: false },
)
export type TimelineEvent = Static<typeof TimelineEvent>

export const CustomEventV1 = object(
  { ...keysV1, ...shown(customEvent, 1), extraData: AnyObject },
  'CustomEventV1',
)
export type CustomEventV1 = Static<typeof CustomEventV1>

export const getTimeline = endpoint({
  ...v1('/case/:id/timeline'),
  method: 'GET',
  ...reading,
  resource: 'case',
  params: idParams,
  summary: 'List case events, oldest first: alerts, tasks, procedures and custom events',
  output: Type.Object({ events: Type.Array(TimelineEvent) }, { additionalProperties: false }),
})
export const storyKinds = [
  'comment',
  'verdict',
  'action',
  'task',
  'log',
  'alert',
  'value',
  'change',
  'technique',
  'event',
  'case',
  'report',
] as const
export type StoryKind = (typeof storyKinds)[number]

const storyValue = {
  dataType: Type.String(),
  data: Type.Optional(Type.String({ description: 'Omitted if longer than 4,096 characters' })),
  hash: Type.Optional(Type.String({ description: 'SHA-256, for files' })),
  filename: Type.Optional(Type.String()),
}
export const StoryValue = Type.Object(storyValue, {
  title: 'StoryValue',
  additionalProperties: false,
})
export type StoryValue = Static<typeof StoryValue>

/** What the reader of a case sees, each kind with those of the details that it has. */
export const StoryEntry = Type.Object(
  {
    id: Type.String({
      description: 'Id of the comment, action, task …; several entries can share it',
    }),
    kind: Type.Enum([...storyKinds]),
    at: Timestamp,
    by: Type.Optional(Type.String({ description: 'Login; for verdicts, the analyzer' })),
    title: Type.Optional(
      Type.String({
        description: 'Title of the task, alert, event or technique; for actions, the responder',
      }),
    ),
    message: Type.Optional(
      Type.String({
        description: 'Text of a comment, log or event; or the message of a responder or analyzer',
      }),
    ),
    reason: Type.Optional(ReasonSentence),
    status: Type.Optional(
      Type.String({
        description:
          'Status of an action or case; transition of a task or alert, such as started or merged; level of a verdict',
      }),
    ),
    before: Type.Optional(Type.String({ description: 'Previous level of a verdict' })),
    decision: Type.Optional(
      Type.Enum(['marked', 'ended', 'expired'], {
        description:
          'Of a verdict that an analyst decided: `by` is the login, `message` the reason',
      }),
    ),
    isEdited: Type.Optional(Type.Boolean()),
    taskId: Type.Optional(Type.String()),
    patternId: Type.Optional(Type.String()),
    tactic: Type.Optional(Type.String()),
    endDate: Type.Optional(Timestamp),
    object: Type.Optional(
      Type.Object(
        {
          type: Type.Enum(['Case', 'Task', 'Log', 'Observable', 'Alert']),
          id: Type.String(),
          title: Type.Optional(Type.String()),
        },
        { title: 'StoryObject', additionalProperties: false },
      ),
    ),
    values: Type.Optional(Type.Array(StoryValue, { description: 'At most 5' })),
    count: Type.Optional(
      Type.Integer({ description: 'Total number of observables, including those not listed' }),
    ),
    fields: Type.Optional(
      Type.Array(Type.String(), { description: 'Case attributes that changed' }),
    ),
    rule: Type.Optional(RuleCredit),
  },
  { title: 'StoryEntry', additionalProperties: false },
)
export type StoryEntry = Static<typeof StoryEntry>

export const listTimeline = list({
  ...v0('/case/:id/timeline'),
  method: 'GET',
  ...reading,
  resource: 'case',
  params: idParams,
  summary: 'List the activity of a case, newest first; at most 300 entries of each kind',
  row: StoryEntry,
})
export const createCustomEvent = endpoint({
  ...v1('/case/:id/customEvent', CustomEventV1),
  method: 'POST',
  ...writing,
  resource,
  params: idParams,
  ignoresUnknown: true,
  summary: 'Add a custom event to a case timeline',
  input: object(created(customEvent)),
  status: 201,
})
export const getCustomEvent = endpoint({
  ...v1('/customEvent/:id', CustomEventV1),
  method: 'GET',
  ...reading,
  resource,
  params: idParams,
  summary: 'Get a custom timeline event',
})
export const updateCustomEvent = empty({
  ...v1('/customEvent/:id'),
  method: 'PATCH',
  ...writing,
  resource,
  params: idParams,
  ignoresUnknown: true,
  summary: 'Change a custom timeline event',
  input: object(changed(customEvent)),
})
export const deleteCustomEvent = empty({
  ...v1('/customEvent/:id'),
  method: 'DELETE',
  ...writing,
  resource,
  params: idParams,
  summary: 'Delete a custom timeline event',
})
