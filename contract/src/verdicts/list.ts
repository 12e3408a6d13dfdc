import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { Since, Timestamp } from '../values.ts'
import { KnownValue } from './known.ts'
import { base, levels, object, orNull, resource, roles } from './shared.ts'

/** Beyond it a list says "at least". */
export const maxListed = 10_000

/** What observables are filtered by: a verdict, or that there is no analysis. */
export const knownLevels = [...levels, 'notAnalyzed'] as const
export type KnownLevel = (typeof knownLevels)[number]

const moment = (description: string) => Type.Optional(Type.Integer({ ...Since, description }))

export const filterKeys = {
  text: Type.Optional(
    Type.String({
      maxLength: 500,
      description: 'Part of the observable, file name or hash; defanged forms are read',
    }),
  ),
  level: Type.Optional(Type.Array(Type.Enum([...knownLevels]), { maxItems: knownLevels.length })),
  since: moment('Last seen at or after this time, in epoch milliseconds'),
  until: moment('Last seen before this time, in epoch milliseconds'),
  dataType: Type.Optional(Type.Array(Type.String({ maxLength: 64 }), { maxItems: 20 })),
  inCase: Type.Optional(Type.Boolean()),
  caseNumber: Type.Optional(Type.Integer({ minimum: 1, maximum: 1_000_000_000 })),
  tag: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })),
  watched: Type.Optional(Type.Boolean({ description: 'Only observables that you watch' })),
  minSeen: Type.Optional(
    Type.Integer({ minimum: 1, maximum: 1_000_000, description: 'In at least so many places' }),
  ),
  changedSince: moment('The verdict became another one since then'),
  notCheckedSince: moment('Not analyzed since then, or never'),
}

export const ValueFilter = object(filterKeys, 'ValueFilter')
export type ValueFilter = Static<typeof ValueFilter>

const totalKeys = {
  count: Type.Integer(),
  atLeast: Type.Boolean({ description: `There are more: counted up to ${maxListed}` }),
}
export const ValueTotal = object(totalKeys, 'ValueTotal')
export type ValueTotal = Static<typeof ValueTotal>

const { changedAt: _, ...known } = KnownValue.properties

export const ListedValue = object(
  {
    ...known,
    key: Type.String({ description: 'Identifies the observable in the organization' }),
    firstSeen: Timestamp,
    lastSeen: Timestamp,
    seen: Type.Integer({
      description: 'Number of cases, alerts and investigations; 1 if it was only analyzed',
    }),
    caseCount: Type.Integer(),
    changedAt: Type.Optional(Timestamp),
    tags: Type.Array(Type.String()),
  },
  'ListedValue',
)
export type ListedValue = Static<typeof ListedValue>

export const listSorts = ['lastSeen', 'firstSeen', 'seen'] as const

export const listValues = endpoint({
  method: 'POST',
  path: `${base}/_list`,
  roles,
  effect: 'read',
  resource,
  summary: 'List every observable that the organization has analyzed or seen',
  input: object({
    ...filterKeys,
    sort: Type.Optional(
      Type.Enum([...listSorts.flatMap((name) => [`-${name}`, `+${name}`])], {
        default: '-lastSeen',
      }),
    ),
    range: Type.Optional(
      Type.String({ description: `\`from-to\`, at most 200 apart, up to ${maxListed}` }),
    ),
  }),
  output: object(
    {
      rows: Type.Array(ListedValue),
      found: ValueTotal,
      all: object(totalKeys),
      outside: Type.Optional(object(totalKeys)),
      isComplete: Type.Boolean({
        description: 'False while observables of before an upgrade are still being added',
      }),
    },
    'ValueList',
  ),
})
export type ValueList = Static<(typeof listValues)['output']>

export const countValues = endpoint({
  method: 'POST',
  path: `${base}/_count`,
  roles,
  effect: 'read',
  resource,
  summary: `Count the observables of several filters, each up to ${maxListed}`,
  input: object({ filters: Type.Array(ValueFilter, { maxItems: 30 }) }),
  output: Type.Array(ValueTotal),
})

export const ValueBar = object(
  {
    at: Timestamp,
    until: Timestamp,
    malicious: Type.Integer(),
    suspicious: Type.Integer(),
    other: Type.Integer(),
  },
  'ValueBar',
)
export type ValueBar = Static<typeof ValueBar>

export const valueTimeline = endpoint({
  method: 'POST',
  path: `${base}/_timeline`,
  roles,
  effect: 'read',
  resource,
  summary: 'Count observables by the time they were last seen, in equal steps, oldest first',
  input: object({
    ...filterKeys,
    steps: Type.Optional(Type.Integer({ minimum: 1, maximum: 200, default: 90 })),
  }),
  output: object({ first: orNull(Timestamp), bars: Type.Array(ValueBar) }),
})
