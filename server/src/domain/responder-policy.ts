import type { ResponderPolicy } from '@assay/contract'
import { sortedJson } from './cache-key.ts'

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
  // The platform sends both with each run, so every run of a user would be a dry one.
  if (dryRun !== null && ['organisation', 'user'].includes(dryRun.parameter))
    return `dryRun.parameter: the server sets ${dryRun.parameter}. Choose another parameter`
  if (new Set(approvers).size < approvers.length) return 'approvers: each user once'
  return undefined
}

/** Whether a run changes nothing: exactly this parameter with exactly this value. */
// guards: responder-policy.test.ts
export function isDryRun(
  { dryRun }: Pick<PolicyRules, 'dryRun'>,
  parameters: Readonly<Record<string, unknown>>,
): boolean {
  if (dryRun === null || !Object.hasOwn(parameters, dryRun.parameter)) return false
  return sortedJson(parameters[dryRun.parameter]) === sortedJson(dryRun.value)
}

/** Whether protected observables stop it. */
export const isCareful = ({ effect }: Pick<PolicyRules, 'effect'>) => effect !== 'inform'
