import type {
  Decision,
  DecisionCause,
  DecisionLevel,
  ValueName,
  ValueVerdict,
  VerdictLevel,
} from '@assay/contract'
import { maxDecisionReason, minDecisionReason } from '@assay/contract'

/** An observable that can be marked; a file by its hash. */
export type Markable = ValueName & { readonly filename?: string | undefined }

export const markKinds = ['falsePositive', 'benign', 'suspicious', 'malicious'] as const
export type MarkKind = (typeof markKinds)[number]

interface Meaning {
  readonly level: DecisionLevel
  readonly cause: DecisionCause
}

/** What each choice says. */
export const meanings: Readonly<Record<MarkKind, Meaning>> = {
  falsePositive: { level: 'safe', cause: 'falsePositive' },
  benign: { level: 'safe', cause: 'knownGood' },
  suspicious: { level: 'suspicious', cause: 'other' },
  malicious: { level: 'malicious', cause: 'confirmed' },
}

/** The choice that a decision was. */
export const kindOf = ({ level, cause }: Pick<Decision, 'level' | 'cause'>): MarkKind =>
  level === 'safe' ? (cause === 'falsePositive' ? 'falsePositive' : 'benign') : level

const day = 86_400_000

/** Days until a decision ends; `none` is for those who may. */
export const terms = ['1', '7', '30', '90', '365', 'none'] as const
export type Term = (typeof terms)[number]
export const usualTerm: Term = '30'

export const endOf = (term: Term, now: number): number | null =>
  term === 'none' ? null : now + Number(term) * day

/** Why the reason will not do; undefined where it does. */
export function reasonProblem(reason: string): 'short' | 'long' | undefined {
  if (reason.trim().length < minDecisionReason) return 'short'
  return reason.length > maxDecisionReason ? 'long' : undefined
}

export interface Effects {
  /** How many have each verdict now, the worst first, without those that have the new one. */
  readonly from: readonly { readonly level: VerdictLevel | null; readonly count: number }[]
  readonly unchanged: number
  readonly cases: number
  readonly alerts: number
  /** In effect and replaced. */
  readonly replaced: readonly Decision[]
}

const order: readonly (VerdictLevel | null)[] = ['malicious', 'suspicious', 'safe', 'none', null]

/** What changes once they are marked so, for this case or everywhere. */
export function effectsOf(
  verdicts: readonly ValueVerdict[],
  level: DecisionLevel,
  caseId: string | undefined,
): Effects {
  const changed = verdicts.filter((one) => one.level !== level)
  const cases = new Set(verdicts.flatMap((one) => one.cases.map(({ id }) => id)))
  return {
    from: order.flatMap((one) => {
      const count = changed.filter((verdict) => verdict.level === one).length
      return count === 0 ? [] : [{ level: one, count }]
    }),
    unchanged: verdicts.length - changed.length,
    cases: cases.size,
    alerts: verdicts.reduce((sum, { alerts }) => sum + alerts, 0),
    replaced: verdicts.flatMap(({ decision }) =>
      decision && decision.caseId === caseId ? [decision] : [],
    ),
  }
}

/** Cases that contain all of them: a decision can be for one of these alone. */
export function commonCases(verdicts: readonly ValueVerdict[]): ValueVerdict['cases'] {
  const [first, ...others] = verdicts
  return (first?.cases ?? []).filter(({ id }) =>
    others.every(({ cases }) => cases.some((one) => one.id === id)),
  )
}
