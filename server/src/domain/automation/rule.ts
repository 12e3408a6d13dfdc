import type {
  RuleObjectType,
  RuleOn,
  RuleState,
  RuleStep,
  RuleStepName,
  RuleTriggerName,
} from '@assay/contract'
import { ruleDuration, ruleObjectOf } from '@assay/contract'

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

export const triggerOf = (on: RuleOn): RuleTriggerName =>
  typeof on === 'string' ? on : (Object.keys(on)[0] as RuleTriggerName)

export const objectOf = (on: RuleOn): RuleObjectType => ruleObjectOf[triggerOf(on)]

export const stepNameOf = (step: RuleStep): RuleStepName => Object.keys(step)[0] as RuleStepName

export type ArgumentsOf<K extends RuleStepName> = Extract<RuleStep, Readonly<Record<K, unknown>>>[K]

/** The arguments of a step of this kind; undefined of another one. */
export const argumentsOf = <K extends RuleStepName>(
  step: RuleStep,
  kind: K,
): ArgumentsOf<K> | undefined =>
  stepNameOf(step) === kind ? (step as unknown as Record<K, ArgumentsOf<K>>)[kind] : undefined

const units = { m: 60_000, h: 3_600_000, d: 86_400_000 } as const

/** Undefined for anything but a number with m, h or d. */
export function durationMs(text: unknown): number | undefined {
  const [, count, unit] = (typeof text === 'string' && ruleDuration.exec(text)) || []
  return count === undefined ? undefined : Number(count) * units[unit as keyof typeof units]
}

export const verdictOptions = (on: RuleOn) =>
  typeof on === 'object' && 'verdict.changed' in on ? on['verdict.changed'] : undefined

export const staleOptions = (on: RuleOn) =>
  typeof on === 'object' && 'stale' in on ? on.stale : undefined
