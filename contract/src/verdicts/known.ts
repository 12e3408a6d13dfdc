import { type Static, Type } from 'typebox'
import { endpoint, list } from '../endpoint.ts'
import { Since, Timestamp } from '../values.ts'
import { Decision } from './decision.ts'
import { Reason, ValueName } from './reasons.ts'
import { base, caseId, Level, object, orNull, resource, roles } from './shared.ts'

const HolderCase = object(
  { id: Type.String(), number: Type.Integer(), title: Type.String() },
  'HolderCase',
)

const verdictKeys = {
  level: orNull(Level),
  headline: Type.Optional(
    Type.String({
      description:
        'The verdict in one English sentence, including what it leads to; present once an analyzer has finished',
    }),
  ),
  reasons: Type.Array(Reason),
  asked: Type.Integer({ description: 'Number of analyzers' }),
  answered: Type.Integer(),
  checkedAt: Type.Optional(Timestamp),
  cases: Type.Array(HolderCase, { description: 'The five newest' }),
  alerts: Type.Integer(),
  decision: Type.Optional(Decision),
}

export const ValueVerdict = object(
  {
    ...verdictKeys,
    techniques: Type.Optional(
      Type.Array(Reason, {
        description: 'If requested: the worst reason for each ATT&CK technique, at most 6',
      }),
    ),
  },
  'ValueVerdict',
)
export type ValueVerdict = Static<typeof ValueVerdict>

export const valueVerdicts = endpoint({
  method: 'POST',
  path: `${base}/_verdicts`,
  roles,
  effect: 'read',
  resource,
  summary: 'Get verdicts on several observables, in order; `level` is null if never analyzed',
  input: object({
    values: Type.Array(ValueName, { maxItems: 200 }),
    techniques: Type.Optional(
      Type.Boolean({ description: 'Include the ATT&CK techniques they indicate' }),
    ),
    caseId,
  }),
  output: Type.Array(ValueVerdict),
})

export const KnownValue = object(
  {
    ...verdictKeys,
    dataType: Type.String(),
    data: Type.Optional(Type.String()),
    hash: Type.Optional(Type.String()),
    filename: Type.Optional(Type.String()),
    changedAt: Timestamp,
    previousLevel: Type.Optional(Level),
  },
  'KnownValue',
)
export type KnownValue = Static<typeof KnownValue>

export const searchValues = list({
  method: 'POST',
  path: `${base}/_search`,
  roles,
  effect: 'read',
  resource,
  summary: 'List observables with their verdicts, latest change first',
  row: KnownValue,
  input: {
    level: Type.Optional(Type.Union([Level, Type.Array(Level, { maxItems: 4 })])),
    since: Type.Optional(Since),
    until: Type.Optional(Since),
    inCase: Type.Optional(Type.Boolean()),
    dataType: Type.Optional(Type.String({ maxLength: 64 })),
    text: Type.Optional(
      Type.String({ maxLength: 500, description: 'Part of the observable or file name' }),
    ),
  },
})

export const ValueCount = object(
  {
    at: Timestamp,
    malicious: Type.Integer(),
    suspicious: Type.Integer(),
    safe: Type.Integer(),
    none: Type.Integer(),
  },
  'ValueCount',
)

export const valueStats = endpoint({
  method: 'POST',
  path: `${base}/_stats`,
  roles,
  effect: 'read',
  resource,
  summary: 'Count observables by day or hour (UTC) of their verdict, oldest first',
  input: object({
    since: Since,
    by: Type.Optional(Type.Enum(['day', 'hour'], { default: 'day' })),
  }),
  output: Type.Array(ValueCount),
})
