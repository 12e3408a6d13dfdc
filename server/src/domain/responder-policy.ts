import type { ResponderPolicy } from '@assay/contract'

export type PolicyRules = Omit<ResponderPolicy, 'responderId' | 'isSet' | 'updatedAt' | 'updatedBy'>

/** What a policy starts from. */
export const initialPolicy: PolicyRules = {
  effect: 'contain',
  approval: 'automated',
  approvers: [],
  approvalHours: 24,
  perHour: null,
  maxTargets: 10,
  inverse: null,
  undoAfterMinutes: null,
  dryRun: null,
}

/** Larger parameters belong into the configuration of the responder. */
const maxParameters = 16_384

/** What is wrong with a policy by itself. */
// guards: responder-policy.test.ts
export function policyProblem(policy: PolicyRules): string | undefined {
  const { inverse, undoAfterMinutes, dryRun, approvers } = policy
  if (undoAfterMinutes !== null && inverse === null)
    return 'undoAfterMinutes needs inverse: the responder that undoes it'
  if (JSON.stringify(inverse?.parameters ?? {}).length > maxParameters)
    return `inverse.parameters: at most ${maxParameters.toLocaleString('en')} characters`
  if (dryRun !== null && JSON.stringify(dryRun.value ?? null).length > maxParameters)
    return `dryRun.value: at most ${maxParameters.toLocaleString('en')} characters`
  if (new Set(approvers).size < approvers.length) return 'approvers: each user once'
  return undefined
}

/** Whether protected observables stop it. */
export const isCareful = ({ effect }: Pick<PolicyRules, 'effect'>) => effect !== 'inform'
