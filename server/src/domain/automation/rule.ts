import type { RuleObjectType, RuleOn, RuleState, RuleStep, RuleTriggerName } from '@assay/contract'
import { ruleDuration, ruleObjectOf } from '@assay/contract'
import { triggerOf } from '@assay/contract/rule-sentences'

export {
  argumentsOf,
  staleOptions,
  stepNameOf,
  triggerOf,
  verdictOptions,
} from '@assay/contract/rule-sentences'

/** What a version of a rule says. */
export interface RuleBody {
  readonly on: RuleOn
  readonly if: Record<string, unknown>
  readonly do: readonly RuleStep[]
}

/** A rule as it is when it is asked. */
export interface LiveRule extends RuleBody {
  readonly id: string
  readonly organization: string
  readonly name: string
  readonly position: number
  readonly state: RuleState
  readonly version: number
  readonly trigger: RuleTriggerName
  readonly runAs: string
  readonly runsPerHour: number
  readonly jobsPerDay: number
  readonly expiresAt: number | null
}

export const defaultBudget = { runsPerHour: 200, jobsPerDay: 1_000 } as const

export const objectOf = (on: RuleOn): RuleObjectType => ruleObjectOf[triggerOf(on)]

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Undefined for anything but a number with m, h or d. */
export function durationMs(text: unknown): number | undefined {
  const [, count, unit] = (typeof text === 'string' && ruleDuration.exec(text)) || []
  return count === undefined ? undefined : Number(count) * units[unit as keyof typeof units]
}
