import { type Static, type TProperties, Type } from 'typebox'
import { empty, endpoint, list } from './endpoint.ts'
import { Timestamp } from './values.ts'
import { ValueName, ValueVerdict, WatchEvery } from './verdicts/index.ts'

const resource = 'watch'
const base = '/api/watch'
/** Users who may run analyzers: a watch is checked with the rights of its owner. */
const roles = ['analyze'] as const
const params = Type.Object({ id: Type.String() })
const object = <P extends TProperties>(properties: P, title?: string) =>
  Type.Object(properties, { additionalProperties: false, ...(title ? { title } : {}) })

/** Of one user. */
export const maxWatches = 200

const valueKeys = {
  dataType: Type.String(),
  data: Type.Optional(Type.String()),
  hash: Type.Optional(Type.String({ description: 'SHA-256, for files' })),
  filename: Type.Optional(Type.String()),
}

export const Watch = object(
  {
    ...ValueVerdict.properties,
    id: Type.String(),
    ...valueKeys,
    every: WatchEvery,
    nextAt: Type.Optional(Type.Integer({ description: 'Time of the next analysis' })),
    createdAt: Timestamp,
    unread: Type.Integer({ description: 'Number of unread updates' }),
  },
  'Watch',
)
export type Watch = Static<typeof Watch>

export const watchNewsKinds = ['verdict', 'contradicted', 'expired', 'case', 'alert'] as const

const Level = ValueVerdict.properties.level

export const WatchNews = object(
  {
    id: Type.String(),
    watchId: Type.String(),
    kind: Type.Enum([...watchNewsKinds], {
      description:
        'Its verdict changed, an analyzer came to a worse verdict than an analyst decided, your decision about it expired, or it appeared in a case or an alert',
    }),
    at: Timestamp,
    isRead: Type.Boolean(),
    ...valueKeys,
    level: Level,
    from: Type.Optional(Level),
    to: Type.Optional(Level),
    analyzer: Type.Optional(
      Type.String({ description: 'Analyzer whose result changed the verdict' }),
    ),
    jobId: Type.Optional(Type.String()),
    case: Type.Optional(
      object({ id: Type.String(), number: Type.Integer(), title: Type.String() }, 'WatchNewsCase'),
    ),
    alert: Type.Optional(object({ id: Type.String(), title: Type.String() }, 'WatchNewsAlert')),
  },
  'WatchNews',
)
export type WatchNews = Static<typeof WatchNews>

export const watchValue = endpoint({
  method: 'POST',
  path: base,
  roles,
  effect: 'write',
  resource,
  summary: `Watch an observable (at most ${maxWatches}); if already watched, set \`every\``,
  input: object({
    ...ValueName.properties,
    filename: Type.Optional(Type.String({ maxLength: 255, description: 'File name, for files' })),
    every: Type.Optional(WatchEvery),
  }),
  output: Watch,
})

export const listWatches = list({
  method: 'GET',
  path: base,
  roles,
  effect: 'read',
  resource,
  summary: 'List the observables you watch, newest first',
  row: Watch,
  input: {
    text: Type.Optional(
      Type.String({ maxLength: 500, description: 'Part of the observable or file name' }),
    ),
  },
})

export const updateWatch = endpoint({
  method: 'PATCH',
  path: `${base}/:id`,
  roles,
  effect: 'write',
  resource,
  summary: 'Set how often a watched observable is analyzed again',
  params,
  input: object({ every: WatchEvery }),
  output: Watch,
})

export const stopWatching = empty({
  method: 'DELETE',
  path: `${base}/:id`,
  roles,
  effect: 'write',
  resource,
  summary: 'Stop watching an observable; its updates are deleted',
  params,
})

export const listWatchNews = list({
  method: 'GET',
  path: `${base}/news`,
  roles,
  effect: 'read',
  resource,
  summary: 'List updates on observables you watch: unread first, then newest',
  row: WatchNews,
  input: {
    unread: Type.Optional(Type.Boolean({ description: 'Only unread updates' })),
  },
})

export const readWatchNews = empty({
  method: 'POST',
  path: `${base}/news/_read`,
  roles,
  effect: 'write',
  resource,
  summary: 'Mark updates on watched observables as read, some or all',
  input: object({
    ids: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), {
        maxItems: 500,
        description: 'Omit to mark all',
      }),
    ),
  }),
})
