import { hash } from 'node:crypto'
import { sortedJson } from '../cache-key.ts'
import type { AskerKind } from '../caller.ts'
import type { PolicyRules } from '../responder-policy.ts'

/** Everything that a responder does depends on. */
export interface Plan {
  readonly workerId: string
  readonly definitionId: string
  /** Of the catalog's program, or of what an administrator put in its place. */
  readonly program: string | null
  readonly configurationHash: string
  readonly dataType: string
  readonly data: string | null
  readonly file: string | null
  readonly parameters: unknown
  /** Keyed hash of its secret parameters: no one can try out what they are. */
  readonly inputsProof?: string
}

/** An approval covers exactly this. */
export const planHash = (plan: Plan): string => hash('sha256', sortedJson(plan))

/**
 * Whether another user must approve a run. What an agent wants is a proposal, whatever the policy says: also dry it
 * starts a program with what the agent chose.
 */
export const needsApproval = (
  { approval }: Pick<PolicyRules, 'approval'>,
  kind: AskerKind,
  isOverriding: boolean,
  isDry = false,
): boolean =>
  isOverriding ||
  kind === 'agent' ||
  (!isDry && (approval === 'always' || (approval === 'automated' && kind === 'rule')))

interface Decided {
  readonly requested_by: string
  /** Of a rule: who wrote it. */
  readonly rule_author: string | null
  readonly approvers: readonly string[]
}

/** Why this user may not approve it; a decision about what one asked for oneself, or by a rule, is none. */
// guards: plan.test.ts
export function approvalProblem(
  { requested_by, rule_author, approvers }: Decided,
  caller: { readonly login: string; readonly via: string },
): string | undefined {
  if (caller.via !== 'session')
    return 'Only a signed-in user can approve a response, never an API key. Sign in to the page'
  if (caller.login === requested_by)
    return 'You asked for this response. Another user must approve it'
  if (caller.login === rule_author)
    return 'You wrote the rule that asked for this response. Another user must approve it'
  if (approvers.length > 0 && !approvers.includes(caller.login))
    return `Only ${approvers.join(', ')} can approve this response`
  return undefined
}

const hour = 3_600_000

/** What is said of a request that no one approved in time. */
export function expiredMessage(createdAt: number, expiresAt: number): string {
  const hours = Math.round((expiresAt - createdAt) / hour)
  return `No one approved within ${hours} h. Nothing happened.`
}

export const changedMessage =
  'The configuration, target or parameters changed after this response was requested. Nothing happened. Request it again'

export const dryChangedMessage =
  'What counts as a dry run changed after this one was requested. Nothing was started. Request it again'

/** Starts of the texts of jobs whose process was lost: whether the responder acted is not known. */
const unknownTexts = [
  'The server stopped while',
  'The server lost its database while',
  'This responder had not ended when the backup was made',
]

export const isUnknownFate = (message: string | null): boolean =>
  unknownTexts.some((text) => message?.startsWith(text) === true)

/** How often a responder is tried that undoes another one, and how long after a failure. */
export const maxUndoAttempts = 3
export const undoPauseMs = (attempts: number) => 60_000 * 5 ** (attempts - 1)
