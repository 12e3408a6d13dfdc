import { type Static, Type } from 'typebox'
import { empty, endpoint } from '../endpoint.ts'
import { AnyObject, Timestamp } from '../values.ts'
import { orNull } from './marked.ts'
import { Description, idParams, keysV1, Moment, readers, Title, writers } from './values.ts'
import { v1 } from './versions.ts'

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

/** Something that happened and that nothing else here tells of. */
export const CustomEventV1 = Type.Object(
  {
    ...keysV1,
    _type: Type.Literal('CustomEvent'),
    date: Timestamp,
    endDate: Type.Optional(Timestamp),
    title: Type.String(),
    description: Type.Optional(Type.String()),
    extraData: AnyObject,
  },
  { title: 'CustomEventV1', additionalProperties: false },
)
export type CustomEventV1 = Static<typeof CustomEventV1>

export const getTimeline = endpoint({
  ...v1('/case/:id/timeline'),
  method: 'GET',
  roles: readers,
  resource: 'case',
  params: idParams,
  summary:
    'What happened in a case, the oldest first: its alerts, tasks, procedures and custom events',
  output: Type.Object({ events: Type.Array(TimelineEvent) }, { additionalProperties: false }),
})
export const createCustomEvent = endpoint({
  ...v1('/case/:id/customEvent', CustomEventV1),
  method: 'POST',
  roles: writers,
  resource,
  params: idParams,
  ignoresUnknown: true,
  summary: 'Add something that happened to the timeline of a case',
  input: Type.Object(
    {
      date: Moment,
      endDate: Type.Optional(Moment),
      title: Title,
      description: Type.Optional(Description),
    },
    { additionalProperties: false },
  ),
  status: 201,
})
export const getCustomEvent = endpoint({
  ...v1('/customEvent/:id', CustomEventV1),
  method: 'GET',
  roles: readers,
  resource,
  params: idParams,
  summary: 'Read a custom event of a timeline',
})
export const updateCustomEvent = empty({
  ...v1('/customEvent/:id'),
  method: 'PATCH',
  roles: writers,
  resource,
  params: idParams,
  ignoresUnknown: true,
  summary: 'Change a custom event of a timeline',
  input: Type.Object(
    {
      date: Type.Optional(Moment),
      endDate: Type.Optional(orNull(Moment)),
      title: Type.Optional(Title),
      description: Type.Optional(orNull(Description)),
    },
    { additionalProperties: false },
  ),
})
export const deleteCustomEvent = empty({
  ...v1('/customEvent/:id'),
  method: 'DELETE',
  roles: writers,
  resource,
  params: idParams,
  summary: 'Remove a custom event of a timeline',
})
