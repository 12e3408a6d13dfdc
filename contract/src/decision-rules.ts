/** What an analyst may decide about an observable. */
export const decisionLevels = ['safe', 'suspicious', 'malicious'] as const
export type DecisionLevel = (typeof decisionLevels)[number]

export const decisionCauses = [
  'falsePositive',
  'knownGood',
  'ownTest',
  'confirmed',
  'other',
] as const
export type DecisionCause = (typeof decisionCauses)[number]

/** Characters of the reason, which every decision has. */
export const minDecisionReason = 3
export const maxDecisionReason = 500
/** For how long something may be called harmless; nothing else lasts longer than ten years. */
export const maxSafeDays = 365
export const maxDecisionDays = 3650
/** Observables that one call marks. */
export const maxMarked = 200
