import { type Static, Type } from 'typebox'
import { maxMarked } from '../decision-rules.ts'
import { empty, endpoint, list } from '../endpoint.ts'
import { Since } from '../values.ts'
import { Decision, decisionKeys } from './decision.ts'
import { ValueName } from './reasons.ts'
import { base, object, orNull, resource } from './shared.ts'

/** Users who may run analyzers; without an end only an orgadmin. */
const roles = ['analyze'] as const

/** A verdict of an analyst in a list, with the observable it is about. */
export const AnalystVerdict = object(
  {
    ...Decision.properties,
    dataType: Type.String(),
    data: Type.Optional(Type.String({ description: 'Omitted if longer than 4,096 characters' })),
    hash: Type.Optional(Type.String({ description: 'SHA-256, for files' })),
    filename: Type.Optional(Type.String()),
    case: Type.Optional(
      object({ id: Type.String(), number: Type.Integer(), title: Type.String() }, 'VerdictCase'),
    ),
  },
  'AnalystVerdict',
)
export type AnalystVerdict = Static<typeof AnalystVerdict>

export const markValues = endpoint({
  method: 'PUT',
  path: `${base}/verdict`,
  roles,
  effect: 'write',
  resource,
  summary: `Mark up to ${maxMarked} observables with a verdict that wins over those of analyzers; all or none`,
  input: object({
    values: Type.Array(ValueName, { minItems: 1, maxItems: maxMarked }),
    level: decisionKeys.level,
    cause: decisionKeys.cause,
    reason: decisionKeys.reason,
    expiresAt: orNull(
      Type.Integer({
        ...Since,
        description:
          'End of the verdict: at most 365 days ahead for `safe`, 10 years otherwise; null for no end, which only an orgadmin may set',
      }),
    ),
    caseId: Type.Optional(
      Type.String({ maxLength: 128, description: 'Only for this case; omit for everywhere' }),
    ),
    replaces: Type.Optional(
      Type.Array(Type.String({ maxLength: 128 }), {
        maxItems: maxMarked,
        description:
          'Ids of the verdicts that this one replaces. If another one is in effect, the call is refused with 409',
      }),
    ),
    watch: Type.Optional(
      Type.Boolean({
        description: 'Watch the observables too, unless you watch the most there can be',
      }),
    ),
  }),
  output: Type.Array(AnalystVerdict),
})

export const endVerdict = empty({
  method: 'DELETE',
  path: `${base}/verdict`,
  roles,
  effect: 'write',
  resource,
  summary: 'End the verdict of an analyst; what analyzers say counts again',
  input: object({ id: Type.String({ minLength: 1, maxLength: 128 }) }),
})

export const listVerdicts = list({
  method: 'GET',
  path: '/api/verdict',
  roles,
  effect: 'read',
  resource,
  summary: 'List verdicts of analysts; those in effect by their end, all by their beginning',
  row: AnalystVerdict,
  input: {
    open: Type.Optional(Type.Boolean({ description: 'Only those in effect' })),
  },
})
