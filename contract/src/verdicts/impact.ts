import { type Static, Type } from 'typebox'
import { endpoint } from '../endpoint.ts'
import { ValueName } from './reasons.ts'
import { base, Level, object, orNull, resource } from './shared.ts'

/** Shown of what an observable touched. */
export const maxTouched = 100

export const ValueImpact = object(
  {
    level: orNull(Level),
    since: orNull(Type.Integer({ description: 'When the verdict became this one' })),
    answeredAt: orNull(Type.Integer({ description: 'Last result' })),
    freshness: orNull(
      Type.Enum(['fresh', 'ageing', 'stale'], {
        description:
          'By type and age of the last result; malicious files and hashes stay fresh. Null if it was never analyzed',
      }),
    ),
    cases: Type.Array(
      object({
        id: Type.String(),
        number: Type.Integer(),
        title: Type.String(),
        status: Type.String(),
        assignee: orNull(Type.String()),
        endDate: orNull(Type.Integer()),
      }),
      { description: `Open and closed, newest first, at most ${maxTouched}` },
    ),
    alerts: Type.Integer({ description: 'Alerts without a case that contain it' }),
    responses: Type.Array(
      object({
        id: Type.String(),
        responderName: Type.String(),
        status: Type.String(),
        at: Type.Integer(),
        by: Type.String(),
        objectId: Type.String(),
      }),
      { description: `Responders that were run on it, newest first, at most ${maxTouched}` },
    ),
  },
  'ValueImpact',
)
export type ValueImpact = Static<typeof ValueImpact>

export const valueImpact = endpoint({
  method: 'POST',
  path: `${base}/_impact`,
  roles: ['analyze'],
  effect: 'read',
  resource,
  summary:
    'What an observable touched: cases, closed ones too, and responses; how fresh its verdict is',
  input: ValueName,
  output: ValueImpact,
})
