import { type Static, Type } from 'typebox'
import { object } from './values.ts'

/** Named where it acted: what it did looks like the work of the user it acts for. */
export const RuleCredit = object(
  {
    name: Type.String({ description: 'As it was called then' }),
    runId: Type.Optional(Type.String({ description: 'Missing once the run was removed' })),
  },
  'RuleCredit',
)
export type RuleCredit = Static<typeof RuleCredit>
