import {
  maxRuleDepth,
  maxRuleTargets,
  type RuleObjectType,
  type RuleStepName,
} from '@assay/contract'
import { argumentsOf, type LiveRule, stepNameOf } from './rule.ts'
import { type Said, said } from './sentences.ts'

export interface RuleTarget {
  readonly objectType: RuleObjectType
  readonly objectId: string
  readonly title: string
}

/** One thing that one step does. */
export interface PlannedStep {
  readonly seq: number
  /** Of the step in the rule, from 1. */
  readonly position: number
  readonly kind: RuleStepName
  readonly target: RuleTarget
  readonly arguments: Record<string, unknown>
  readonly state: 'planned' | 'would' | 'skipped'
  readonly reason: Said | null
}

export interface RunPlan {
  readonly rule: LiveRule
  readonly root: RuleTarget
  /** What matched, in the order of the events. */
  readonly objects: readonly RuleTarget[]
  /** Observables of the root, for a rule that is not about observables. */
  readonly observables: readonly RuleTarget[]
  /** Analyzer sets of the organization, if a step names one. */
  readonly sets?: ReadonlyMap<string, PlannedSet>
}

interface PlannedSet {
  readonly analyzers: readonly string[]
  readonly dataTypes: readonly string[]
}

/** Of one run; ten steps with fifty analyzers on a hundred observables would be 50,000 rows. */
export const maxPlannedSteps = 1_000

/** What a run does, each part with its own state: per object where the step is about objects, else once. */
export function planSteps({ rule, root, objects, observables, sets }: RunPlan): PlannedStep[] {
  const state = rule.state === 'trial' ? 'would' : 'planned'
  const steps: PlannedStep[] = []
  let left = 0
  const add = (
    position: number,
    kind: RuleStepName,
    target: RuleTarget,
    given: Record<string, unknown>,
    skipped?: Said,
  ) => {
    if (steps.length >= maxPlannedSteps) {
      left += 1
      return
    }
    steps.push({
      seq: steps.length + 1,
      position,
      kind,
      target,
      arguments: given,
      state: skipped ? 'skipped' : state,
      reason: skipped ?? null,
    })
  }
  for (const [index, step] of rule.do.entries()) {
    const position = index + 1
    const kind = stepNameOf(step)
    const given = { ...((step as unknown as Record<string, object>)[kind] ?? {}) } as Record<
      string,
      unknown
    >
    // A response may have been run on anything.
    const own = objects.filter(({ objectType }) => objectType === 'observable')
    const analyzed = own.length > 0 ? own : observables
    const each = targetsOf(kind, given, { root, objects, analyzed })
    const shown = each.slice(0, maxRuleTargets)
    const analyze = argumentsOf(step, 'analyze')
    const set = analyze?.set
    const chosen = set === undefined ? undefined : sets?.get(set)
    if (set !== undefined && !chosen) {
      add(position, kind, root, given, said('reason.set', { set }))
      continue
    }
    const analyzers = analyze && (chosen ?? analyze).analyzers
    const only = chosen && chosen.dataTypes.length > 0 && { set, dataTypes: chosen.dataTypes }
    for (const target of shown)
      if (analyzers)
        for (const analyzer of new Set(analyzers))
          add(position, kind, target, { analyzer, ...only })
      else add(position, kind, target, given)
    if (each.length > shown.length)
      add(
        position,
        kind,
        root,
        given,
        said('reason.tooMany', { count: each.length, max: maxRuleTargets }),
      )
  }
  const last = steps.at(-1)
  // guard: plan.test.ts
  if (left > 0 && last) {
    const reason = said('reason.tooManySteps', { count: steps.length + left, max: maxPlannedSteps })
    steps.push({ ...last, seq: last.seq + 1, state: 'skipped', reason })
  }
  return steps
}

interface Around {
  readonly root: RuleTarget
  readonly objects: readonly RuleTarget[]
  readonly analyzed: readonly RuleTarget[]
}

function targetsOf(
  kind: RuleStepName,
  given: Record<string, unknown>,
  { root, objects, analyzed }: Around,
): readonly RuleTarget[] {
  switch (kind) {
    case 'analyze':
    case 'analyzeAgain':
    case 'watch':
      return analyzed
    case 'tag':
      // A task has no tags.
      return given.on === 'root' || objects.every(({ objectType }) => objectType === 'task')
        ? [root]
        : objects.filter(({ objectType }) => objectType !== 'task')
    case 'respond':
      return given.on === 'root' ? [root] : objects
    case 'set':
    case 'comment':
    case 'task':
    case 'openCase':
    case 'dismiss':
    case 'notify':
    case 'stop':
      return [root]
  }
}

/** Why a rule does not follow from another one, if so. */
// guards: plan.test.ts
export function chainProblem(ruleId: string, chain: readonly string[]): Said | undefined {
  if (chain.includes(ruleId)) return said('not.chain')
  if (chain.length >= maxRuleDepth) return said('not.depth', { count: chain.length })
  return undefined
}
