import { conditionsOf, type RuleCondition } from './rule-conditions.ts'
import type { RuleOn, RuleStep, RuleStepName, RuleTriggerName } from './rule-parts.ts'

/** What a rule says, in parts: the server says them in English, the page in its languages. */
export interface Said {
  readonly id: string
  readonly parameters: Readonly<Record<string, string | number | string[]>>
}

type Parameters = Said['parameters']

const said = (id: RuleSentenceId, parameters: Parameters = {}): Said => ({ id, parameters })

export const triggerOf = (on: RuleOn): RuleTriggerName =>
  typeof on === 'string' ? on : (Object.keys(on)[0] as RuleTriggerName)

export const stepNameOf = (step: RuleStep): RuleStepName => Object.keys(step)[0] as RuleStepName

export type ArgumentsOf<K extends RuleStepName> = Extract<RuleStep, Readonly<Record<K, unknown>>>[K]

/** The arguments of a step of this kind; undefined of another one. */
export const argumentsOf = <K extends RuleStepName>(
  step: RuleStep,
  kind: K,
): ArgumentsOf<K> | undefined =>
  stepNameOf(step) === kind ? (step as unknown as Record<K, ArgumentsOf<K>>)[kind] : undefined

export const verdictOptions = (on: RuleOn) =>
  typeof on === 'object' && 'verdict.changed' in on ? on['verdict.changed'] : undefined

export const staleOptions = (on: RuleOn) =>
  typeof on === 'object' && 'stale' in on ? on.stale : undefined

const without = (parameters: Record<string, Parameters[string] | undefined>): Parameters =>
  Object.fromEntries(
    Object.entries(parameters).filter(([, value]) => value !== undefined),
  ) as Parameters

export const defaultPerDay = 200

export function triggerSentence(on: RuleOn): Said {
  const verdict = verdictOptions(on)
  const stale = staleOptions(on)
  return said(
    `when.${triggerOf(on)}`,
    without({
      ...(verdict && {
        from: copied(verdict.from),
        to: copied(verdict.to),
        analyzer: verdict.analyzer,
      }),
      ...(stale && {
        where: stale.in ?? 'openCases',
        olderThan: stale.olderThan,
        levels: copied(stale.levels),
        perDay: stale.perDay ?? defaultPerDay,
      }),
    }),
  )
}

const copied = (values: readonly string[] | undefined) => values && [...values]

export function conditionSentence({ field, of, comparison, wanted }: RuleCondition): Said {
  if (field === undefined && of !== undefined) return said('if.within', { of })
  if (field === undefined) return said('if.other', { comparison, wanted: [...wanted] })
  return said('if.compare', without({ field, of, comparison, wanted: [...wanted] }))
}

/** `on` says whose duplicates are meant. */
export function stepSentence(step: RuleStep, on: RuleOn): Said {
  const kind = stepNameOf(step)
  const set = argumentsOf(step, 'set')
  if (set)
    return said('do.set', { changes: Object.entries(set).map(([key, value]) => `${key} ${value}`) })
  const analyzerSet = argumentsOf(step, 'analyze')?.set
  if (analyzerSet !== undefined) return said('do.analyzeSet', { set: analyzerSet })
  const dismiss = argumentsOf(step, 'dismiss')
  if (dismiss && triggerOf(on).startsWith('case.'))
    return said('do.dismissDuplicates', { reason: dismiss.reason })
  const given = (step as unknown as Record<string, Record<string, unknown> | undefined>)[kind] ?? {}
  return said(
    `do.${kind}`,
    without(
      Object.fromEntries(
        Object.entries(given).map(([key, value]) => [
          key,
          Array.isArray(value)
            ? value.map(String)
            : typeof value === 'string' || typeof value === 'number'
              ? value
              : undefined,
        ]),
      ),
    ),
  )
}

/** What a rule does, as callers write it. */
export interface RuleText {
  readonly on: RuleOn
  readonly if: Record<string, unknown>
  readonly do: readonly RuleStep[]
}

export interface RuleLimits {
  readonly runAs?: string
  readonly runsPerHour: number
  readonly jobsPerDay: number
  readonly expiresAt?: number | null
}

/** The rule as it reads: trigger, conditions, steps, limits. */
export function ruleParts(body: RuleText, limits: RuleLimits): Said[] {
  const conditions = conditionsOf(body.if).map(conditionSentence)
  return [
    triggerSentence(body.on),
    ...(conditions.length === 0 ? [said('if.always')] : conditions),
    ...body.do.map((step) => stepSentence(step, body.on)),
    said('limit.runs', { count: limits.runsPerHour }),
    said('limit.jobs', { count: limits.jobsPerDay }),
    ...(limits.runAs === undefined ? [] : [said('limit.runAs', { login: limits.runAs })]),
    ...(limits.expiresAt ? [said('limit.expires', { at: limits.expiresAt })] : []),
  ]
}

/** All sentences about rules and their runs. */
export const ruleSentenceIds = [
  'when.alert.created',
  'when.alert.updated',
  'when.observable.created',
  'when.case.created',
  'when.case.updated',
  'when.case.closed',
  'when.task.updated',
  'when.verdict.changed',
  'when.stale',
  'when.response.failed',
  'when.budget.low',
  'when.provider.down',
  'if.always',
  'if.compare',
  'if.within',
  'if.other',
  'do.analyze',
  'do.analyzeSet',
  'do.analyzeAgain',
  'do.respond',
  'do.tag',
  'do.set',
  'do.comment',
  'do.task',
  'do.openCase',
  'do.dismiss',
  'do.dismissDuplicates',
  'do.notify',
  'do.watch',
  'do.stop',
  'limit.runs',
  'limit.jobs',
  'limit.runAs',
  'limit.expires',
  'because.created',
  'because.updated',
  'because.closed',
  'because.verdict',
  'because.failed',
  'because.low',
  'because.down',
  'because.refused',
  'because.stale',
  'stopped.runs',
  'stopped.runAs',
  'stopped.condition',
  'stopped.expired',
  'not.off',
  'not.stopped',
  'not.paused',
  'not.condition',
  'not.check',
  'not.step',
  'not.chain',
  'not.depth',
  'would.act',
  'would.trial',
  'check.state',
  'check.paused',
  'check.expiry',
  'check.runs',
  'check.jobs',
  'check.runAs',
  'reason.off',
  'reason.paused',
  'reason.deleted',
  'reason.canceled',
  'reason.gone',
  'reason.jobs',
  'reason.tlp',
  'reason.pap',
  'reason.type',
  'reason.worker',
  'reason.set',
  'reason.setType',
  'reason.refused',
  'reason.nothing',
  'reason.noRoot',
  'reason.hasCase',
  'reason.noAssignee',
  'reason.nobody',
  'reason.watched',
  'reason.watches',
  'reason.foreign',
  'reason.tooMany',
  'reason.tooManySteps',
  'reason.approval',
  'reason.dropped',
  'reason.failed',
  'unknown.unexamined',
  'unknown.today',
  'unknown.changes',
  'unknown.stale',
  'unknown.budgets',
  'unknown.order',
] as const
export type RuleSentenceId = (typeof ruleSentenceIds)[number]
