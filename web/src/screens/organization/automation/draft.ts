import {
  type Rule,
  type RuleLevel,
  type RuleObjectType,
  type RuleOn,
  type RuleTriggerName,
  ruleDuration,
  ruleLevels,
  ruleObjectOf,
} from '@assay/contract'
import { staleOptions, triggerOf, verdictOptions } from '@assay/contract/rule-sentences'
import type { TextKey } from '../../../base/texts/index.ts'
import { type ConditionDraft, filterOf, rowsOf, searchOf } from './conditions.ts'
import { type StepDraft, stepDraftOf, stepOf, stepProblems } from './steps.ts'
import type { TriedBody } from './try-panel.tsx'

/** A rule as the editor has it. */
export interface RuleDraft {
  readonly name: string
  readonly state: 'off' | 'trial' | 'on'
  readonly trigger: RuleTriggerName
  readonly from: readonly RuleLevel[]
  readonly to: readonly RuleLevel[]
  readonly analyzer: string
  readonly staleIn: 'openCases' | 'watches'
  readonly olderThan: string
  readonly levels: readonly RuleLevel[]
  readonly perDay: string
  readonly conditions: readonly ConditionDraft[]
  readonly steps: readonly StepDraft[]
  readonly runsPerHour: string
  readonly jobsPerDay: string
  /** A day such as `2027-03-31`, or empty. */
  readonly expires: string
  readonly runAs: string
}

export type RuleSource = Pick<Rule, 'name' | 'on' | 'if' | 'do' | 'budget' | 'runAs' | 'expires'>

export const typeOf = ({ trigger }: Pick<RuleDraft, 'trigger'>): RuleObjectType =>
  ruleObjectOf[trigger]

const defaults = { olderThan: '7d', perDay: '200' }

export function emptyDraft(runAs: string): RuleDraft {
  return {
    ...{ name: '', state: 'trial', trigger: 'observable.created', from: [], to: [], analyzer: '' },
    ...{ staleIn: 'openCases', ...defaults, levels: [], conditions: [], steps: [] },
    ...{ runsPerHour: '200', jobsPerDay: '1000', expires: '', runAs },
  }
}

const levelsOf = (given: readonly RuleLevel[] | undefined) =>
  ruleLevels.filter((level) => given?.includes(level))

/** A rule ends with a day, which the server keeps in UTC. */
const dayOf = (at: number) => new Date(at).toISOString().slice(0, 10)

export function draftOf(rule: RuleSource, state: RuleDraft['state']): RuleDraft {
  const verdict = verdictOptions(rule.on)
  const stale = staleOptions(rule.on)
  const trigger = triggerOf(rule.on)
  return {
    name: rule.name,
    state,
    trigger,
    from: levelsOf(verdict?.from),
    to: levelsOf(verdict?.to),
    analyzer: verdict?.analyzer ?? '',
    staleIn: stale?.in ?? 'openCases',
    olderThan: stale?.olderThan ?? defaults.olderThan,
    levels: levelsOf(stale?.levels),
    perDay: String(stale?.perDay ?? defaults.perDay),
    conditions: rowsOf(ruleObjectOf[trigger], rule.if),
    steps: rule.do.map(stepDraftOf),
    runsPerHour: String(rule.budget.runsPerHour),
    jobsPerDay: String(rule.budget.jobsPerDay),
    expires: rule.expires === null ? '' : dayOf(rule.expires),
    runAs: rule.runAs,
  }
}

export function onOf(draft: RuleDraft): RuleOn {
  if (draft.trigger === 'verdict.changed') {
    const { from, to, analyzer } = draft
    if (from.length === 0 && to.length === 0 && analyzer === '') return 'verdict.changed'
    return {
      'verdict.changed': {
        ...(from.length > 0 ? { from } : {}),
        ...(to.length > 0 ? { to } : {}),
        ...(analyzer === '' ? {} : { analyzer }),
      },
    }
  }
  if (draft.trigger === 'stale') {
    const { staleIn, olderThan, levels, perDay } = draft
    return {
      stale: {
        in: staleIn,
        olderThan: olderThan.trim(),
        ...(levels.length > 0 ? { levels } : {}),
        perDay: Number(perDay),
      },
    }
  }
  return draft.trigger
}

/** What the rule does; rows that are not filled in are left out, so that the sentence can be read all the same. */
export function shownBody(draft: RuleDraft): TriedBody {
  const type = typeOf(draft)
  const complete = draft.conditions.filter((row) => searchOf(type, row) !== undefined)
  return {
    on: onOf(draft),
    if: filterOf(type, complete) ?? {},
    do: draft.steps.map(stepOf),
  }
}

const isWhole = (text: string, least: number, most: number) =>
  /^\d{1,7}$/.test(text.trim()) && Number(text) >= least && Number(text) <= most

export interface Problem {
  readonly key: TextKey
  readonly values?: Readonly<Record<string, number>>
}

/** What is wrong before anything is sent, by the names that the server has for the fields. */
export function draftProblems(draft: RuleDraft, now: number): Record<string, Problem> {
  const problems: Record<string, Problem> = {}
  const whole = (name: string, text: string, least: number, most: number) => {
    if (!isWhole(text, least, most))
      problems[name] = { key: 'rules.wholeNumber', values: { least, most } }
  }
  if (draft.name.trim() === '') problems.name = { key: 'rules.nameMissing' }
  if (draft.trigger === 'stale') {
    if (!ruleDuration.test(draft.olderThan.trim()))
      problems['on.stale.olderThan'] = { key: 'rules.durationWrong' }
    whole('on.stale.perDay', draft.perDay, 1, 100_000)
  }
  const type = typeOf(draft)
  for (const [index, row] of draft.conditions.entries())
    if (searchOf(type, row) === undefined)
      problems[`if[${index}]`] = {
        key: row.kind === 'search' ? 'rules.jsonWrong' : 'rules.wantedMissing',
      }
  if (draft.steps.length === 0) problems.do = { key: 'rules.stepMissing' }
  for (const [index, step] of draft.steps.entries())
    for (const [name, problem] of Object.entries(stepProblems(step)))
      problems[`do[${index}].${name}`] = { key: `rules.${problem}` }
  whole('runsPerHour', draft.runsPerHour, 1, 100_000)
  whole('jobsPerDay', draft.jobsPerDay, 0, 1_000_000)
  if (draft.expires !== '' && !(Date.parse(`${draft.expires}T23:59:59.999Z`) > now))
    problems.expires = { key: 'rules.expiresWrong' }
  if (draft.runAs === '') problems.runAs = { key: 'rules.chooseOne' }
  return problems
}

/** Of the problems those that keep it from being tried. */
export const keepsFromTrying = (problems: Readonly<Record<string, Problem>>) =>
  Object.keys(problems).some((name) => /^(on|if|do)\b/.test(name))

export const inputOf = (draft: RuleDraft) => ({
  name: draft.name.trim(),
  state: draft.state,
  ...shownBody(draft),
  do: draft.steps.map(stepOf),
  runAs: draft.runAs,
  budget: { runsPerHour: Number(draft.runsPerHour), jobsPerDay: Number(draft.jobsPerDay) },
  expires: draft.expires === '' ? null : draft.expires,
})

/** Rows have keys of their own, which are no change. */
export const isSameDraft = (one: RuleDraft, other: RuleDraft) =>
  JSON.stringify(one, withoutKeys) === JSON.stringify(other, withoutKeys)

const withoutKeys = (name: string, value: unknown) => (name === 'key' ? undefined : value)
