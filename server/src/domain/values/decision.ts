import {
  type DecisionCause,
  type DecisionLevel,
  maxDecisionDays,
  maxDecisionReason,
  maxSafeDays,
  minDecisionReason,
  type Role,
} from '@assay/contract'
import { type AppError, badRequest, notAllowed } from '../errors.ts'
import type { SaidReason } from './said.ts'
import { verdictOf } from './verdict.ts'

/** Stands for the analyzer where a person decided; no worker has this id. */
export const analyst = 'analyst'

/**
 * Added to the rank of a person's verdict: whatever takes the worst of all answers takes this one. `rank % 10` is
 * the verdict itself.
 */
export const decided = 10

const day = 86_400_000

export interface Mark {
  readonly level: DecisionLevel
  readonly cause: DecisionCause
  readonly reason: string
  readonly expiresAt: number | null
}

const harmless: readonly DecisionCause[] = ['falsePositive', 'knownGood', 'ownTest']

/** Why this person may not decide so. */
// guards: server/src/domain/values/decision.test.ts
export function markProblem(
  { level, cause, reason, expiresAt }: Mark,
  roles: readonly Role[],
  now: number,
): AppError | undefined {
  if (harmless.includes(cause) && level !== 'safe')
    return badRequest(`cause ${cause} is for level safe`)
  if (cause === 'confirmed' && level === 'safe')
    return badRequest('cause confirmed is for level suspicious or malicious')
  if (reason.trim().length < minDecisionReason)
    return badRequest(`reason needs at least ${minDecisionReason} characters`)
  if (reason.length > maxDecisionReason)
    return badRequest(`reason exceeds the limit of ${maxDecisionReason} characters`)
  if (expiresAt === null)
    return roles.includes('orgadmin')
      ? undefined
      : notAllowed('Only an orgadmin can mark without an end. Set expiresAt')
  if (expiresAt <= now) return badRequest('expiresAt is in the past')
  const days = level === 'safe' ? maxSafeDays : maxDecisionDays
  // Of the caller's clock, which may be ahead.
  if (expiresAt > now + days * day + day)
    return badRequest(`expiresAt is more than ${days} days ahead, the limit for ${level}`)
  return undefined
}

interface Decided {
  /** 1 to 3. */
  readonly level: number
  readonly reason: string
  readonly expires_at: number | null
}

/** The decision as the reason of an answer. */
export function saidBy({ level, reason, expires_at }: Decided): SaidReason {
  const verdict = verdictOf(level)
  return {
    rank: level,
    text: `Marked ${verdict === 'safe' ? 'benign' : verdict} by an analyst: ${reason}`.slice(
      0,
      300,
    ),
    id: `verdict.marked-${verdict}`,
    parameters: {
      reason,
      ...(expires_at === null ? {} : { until: new Date(expires_at).toISOString().slice(0, 10) }),
    },
  }
}

interface Judged {
  readonly worker_id: string
  readonly level: number | null
  readonly level_since: number | null
}

/** An analyzer has come to something worse since. */
export const isContradicted = (
  { level, at }: { readonly level: number; readonly at: number },
  answers: readonly Judged[],
): boolean =>
  answers.some(
    (one) =>
      one.worker_id !== analyst &&
      (one.level ?? 0) > level &&
      one.level_since !== null &&
      one.level_since > at,
  )

export const isDecision = ({ worker_id }: { readonly worker_id: string }) => worker_id === analyst
