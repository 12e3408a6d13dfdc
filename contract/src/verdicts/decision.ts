import { type Static, Type } from 'typebox'
import {
  decisionCauses,
  decisionLevels,
  maxDecisionReason,
  minDecisionReason,
} from '../decision-rules.ts'
import { Timestamp } from '../values.ts'
import { object } from './shared.ts'

export const decisionKeys = {
  level: Type.Enum([...decisionLevels]),
  cause: Type.Enum([...decisionCauses], {
    description:
      '`falsePositive`, `knownGood` and `ownTest` are for `safe`, `confirmed` for the other levels',
  }),
  reason: Type.String({ minLength: minDecisionReason, maxLength: maxDecisionReason }),
}

/** What an analyst decided about an observable. */
export const Decision = object(
  {
    id: Type.String(),
    ...decisionKeys,
    by: Type.String({ description: 'Login' }),
    at: Timestamp,
    expiresAt: Type.Optional(Timestamp),
    caseId: Type.Optional(Type.String({ description: 'Present if it applies to this case only' })),
    endedAt: Type.Optional(Timestamp),
    endedBy: Type.Optional(
      Type.String({ description: 'Login; omitted if it expired. Present if ended or replaced' }),
    ),
    contradicted: Type.Boolean({
      description: 'An analyzer has come to a worse verdict since',
    }),
  },
  'Decision',
)
export type Decision = Static<typeof Decision>
