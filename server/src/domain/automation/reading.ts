import {
  isSecretItem,
  maxRuleBytes,
  maxRuleConditions,
  maxRuleSteps,
  type RuleOn,
  type RuleStep,
  type RuleTriggerName,
  ruleDismissals,
  ruleGroupFields,
  ruleLevels,
  ruleSteps,
  ruleStepsOfBudgets,
  ruleTriggers,
} from '@assay/contract'
import { isObject } from '@assay/contract/objects'
import { countConditions } from '@assay/contract/rule-conditions'
import type { AttributeError } from '../errors.ts'
import { durationMs, objectOf, type RuleBody } from './rule.ts'
import { unknownPlaceholders } from './texts.ts'

/** What callers send, before anything is known of it. */
export interface GivenRule {
  readonly on: unknown
  readonly if: unknown
  readonly do: unknown
}

export const wrongRule = (name: string, message: string, value?: unknown): AttributeError => ({
  type: 'InvalidFormatAttributeError',
  name,
  format: 'rule',
  message: `${name}: ${message}`,
  ...(value !== undefined && { value }),
})

type Report = (name: string, message: string) => void

/** Everything that is wrong with it at once; what it says if nothing is. */
// guards: reading.test.ts
export function readRule(given: GivenRule): { body: RuleBody } | { problems: AttributeError[] } {
  const problems: AttributeError[] = []
  const report: Report = (name, message) => void problems.push(wrongRule(name, message))
  if (Buffer.byteLength(JSON.stringify(given)) > maxRuleBytes)
    return { problems: [wrongRule('rule', `may have ${maxRuleBytes} bytes as JSON`)] }
  const on = readTrigger(given.on, report)
  const filter = given.if ?? {}
  if (!isObject(filter)) report('if', 'must be a search such as {"dataType": "url"}')
  else if (countConditions(filter) > maxRuleConditions)
    report('if', `may have ${maxRuleConditions} conditions, has ${countConditions(filter)}`)
  const steps = readSteps(given.do, on, report)
  if (problems.length > 0 || on === undefined || !isObject(filter)) return { problems }
  return { body: { on, if: filter, do: steps } }
}

function readTrigger(given: unknown, report: Report): RuleOn | undefined {
  const known = `use one of ${ruleTriggers.join(', ')}`
  const refused = (name: string, message: string) => {
    report(name, message)
    return undefined
  }
  if (given === 'stale')
    return refused('on', 'stale needs olderThan: {"stale": {"olderThan": "7d"}}')
  if (typeof given === 'string')
    return isTrigger(given)
      ? given
      : refused('on', `${JSON.stringify(given.slice(0, 80))} is not supported; ${known}`)
  const keys = isObject(given) ? Object.keys(given) : []
  const [name = ''] = keys
  if (!isObject(given) || keys.length !== 1 || !isTrigger(name)) return refused('on', known)
  const options = given[name]
  if (!isObject(options)) return refused(`on.${name}`, 'must be an object')
  const allowed =
    name === 'verdict.changed'
      ? ['from', 'to', 'analyzer']
      : name === 'stale'
        ? ['in', 'olderThan', 'levels', 'perDay']
        : []
  refuseOthers(options, allowed, `on.${name}`, report)
  for (const key of ['from', 'to', 'levels'])
    if (options[key] !== undefined && !isListOf(options[key], ruleLevels))
      report(`on.${name}.${key}`, `must be a list of ${ruleLevels.join(', ')}`)
  if (options.analyzer !== undefined && !isText(options.analyzer, 128))
    report(`on.${name}.analyzer`, 'must be the name of an analyzer')
  if (name === 'stale') {
    const age = durationMs(options.olderThan)
    if (age === undefined || age < 3_600_000)
      report('on.stale.olderThan', 'must be at least 1h, such as 7d')
    if (options.in !== undefined && options.in !== 'openCases' && options.in !== 'watches')
      report('on.stale.in', 'must be openCases or watches')
    if (options.perDay !== undefined && !isWhole(options.perDay, 1, 100_000))
      report('on.stale.perDay', 'must be a whole number from 1 to 100000')
  }
  return given as RuleOn
}

const isTrigger = (name: string): name is RuleTriggerName =>
  ruleTriggers.some((trigger) => trigger === name)

function readSteps(given: unknown, on: RuleOn | undefined, report: Report): RuleStep[] {
  if (!Array.isArray(given) || given.length === 0) {
    report('do', 'must be a list with at least one step')
    return []
  }
  if (given.length > maxRuleSteps)
    report('do', `may have ${maxRuleSteps} steps, has ${given.length}`)
  for (const [index, step] of given.slice(0, maxRuleSteps + 1).entries()) {
    const path = `do[${index}]`
    const keys = isObject(step) ? Object.keys(step) : []
    const [name = ''] = keys
    if (!isObject(step) || keys.length !== 1 || !Object.hasOwn(readers, name)) {
      const named = keys.length === 1 ? `${name.slice(0, 80)} is not supported; ` : ''
      report(path, `${named}use one of ${ruleSteps.join(', ')}`)
      continue
    }
    const options = step[name] ?? {}
    if (!isObject(options)) {
      report(`${path}.${name}`, 'must be an object')
      continue
    }
    if (on && objectOf(on) === 'budget' && !ruleStepsOfBudgets.includes(name))
      report(path, `a rule about budgets can only ${ruleStepsOfBudgets.join(' and ')}`)
    readers[name as keyof typeof readers](options, `${path}.${name}`, report, on)
    if (name === 'stop' && index < given.length - 1) report(path, 'stop must be the last step')
  }
  return given as RuleStep[]
}

const watchEvery = ['none', 'day', 'week'] as const

type ReadStep = (
  options: Record<string, unknown>,
  path: string,
  report: Report,
  on: RuleOn | undefined,
) => void

const readers = {
  analyze(options, path, report, on) {
    refuseOthers(options, ['analyzers', 'set'], path, report)
    if (options.set === undefined) {
      if (!isTexts(options.analyzers, 50))
        report(`${path}.analyzers`, 'must be 1 to 50 names, or set must name an analyzer set')
    } else if (options.analyzers !== undefined) report(path, 'can have analyzers or set, not both')
    else if (!isText(options.set, 60)) report(`${path}.set`, 'must be the name of an analyzer set')
    refuseTasks(on, path, report)
  },
  analyzeAgain(options, path, report, on) {
    refuseOthers(options, [], path, report)
    refuseTasks(on, path, report)
  },
  respond(options, path, report) {
    refuseOthers(options, ['responder', 'on', 'parameters'], path, report)
    if (!isText(options.responder, 128))
      report(`${path}.responder`, 'must be the name of a responder')
    checkScope(options.on, path, report)
    if (options.parameters !== undefined && !isObject(options.parameters))
      report(`${path}.parameters`, 'must be an object')
    for (const name of secretsIn(options.parameters).slice(0, 20))
      report(
        `${path}.parameters.${name}`,
        'looks like a secret, and rules are shown as data; set it in the configuration of the responder',
      )
  },
  tag(options, path, report, on) {
    refuseOthers(options, ['tags', 'on'], path, report)
    if (!isTexts(options.tags, 20)) report(`${path}.tags`, 'must be 1 to 20 tags')
    checkScope(options.on, path, report)
    if (on && objectOf(on) === 'task' && options.on !== 'root')
      report(path, 'a task has no tags; set "on": "root" to tag its case')
  },
  set(options, path, report) {
    refuseOthers(options, ['severity', 'tlp', 'pap', 'assignee'], path, report)
    if (Object.keys(options).length === 0) report(path, 'must set severity, tlp, pap or assignee')
    if (options.severity !== undefined && !isWhole(options.severity, 1, 4))
      report(`${path}.severity`, 'must be 1 to 4')
    for (const key of ['tlp', 'pap'])
      if (options[key] !== undefined && !isWhole(options[key], 0, 3))
        report(`${path}.${key}`, 'must be 0 to 3')
    if (options.assignee !== undefined && !isText(options.assignee, 256))
      report(`${path}.assignee`, 'must be a login')
  },
  comment(options, path, report) {
    refuseOthers(options, ['text'], path, report)
    checkText(options.text, `${path}.text`, 4_000, report)
  },
  task(options, path, report) {
    refuseOthers(options, ['title', 'description'], path, report)
    checkText(options.title, `${path}.title`, 256, report)
    if (options.description !== undefined)
      checkText(options.description, `${path}.description`, 4_000, report)
  },
  openCase(options, path, report) {
    refuseOthers(options, ['template', 'groupBy', 'within'], path, report)
    if (options.template !== undefined && !isText(options.template, 256))
      report(`${path}.template`, 'must be the name of a case template')
    const isKnown = (field: unknown) =>
      typeof field === 'string' &&
      (ruleGroupFields.some((known) => known === field) || /^observable:[\w-]{1,64}$/.test(field))
    if (options.groupBy !== undefined) {
      if (
        !Array.isArray(options.groupBy) ||
        options.groupBy.length === 0 ||
        !options.groupBy.slice(0, 6).every(isKnown) ||
        options.groupBy.length > 5
      )
        report(
          `${path}.groupBy`,
          `must be 1 to 5 of ${ruleGroupFields.join(', ')}, observable:<type>`,
        )
      if (durationMs(options.within) === undefined)
        report(`${path}.within`, 'must be a duration such as 4h')
    } else if (options.within !== undefined) report(`${path}.within`, 'needs groupBy')
  },
  dismiss(options, path, report, on) {
    refuseOthers(options, ['reason'], path, report)
    if (!ruleDismissals.some((known) => known === options.reason))
      report(`${path}.reason`, `must be one of ${ruleDismissals.join(', ')}`)
    if (on && objectOf(on) !== 'alert' && objectOf(on) !== 'case')
      report(path, 'only for rules about alerts and cases')
  },
  notify(options, path, report, on) {
    refuseOthers(options, ['people'], path, report)
    if (on && objectOf(on) === 'budget' && isTexts(options.people, 50))
      if ((options.people as string[]).includes('assignee'))
        report(`${path}.people`, 'a budget has no assignee; name logins')
    if (!isTexts(options.people, 50))
      report(`${path}.people`, 'must be 1 to 50 logins; "assignee" is who has the case or alert')
  },
  watch(options, path, report, on) {
    refuseOthers(options, ['people', 'every'], path, report)
    if (!isTexts(options.people, 50))
      report(`${path}.people`, 'must be 1 to 50 logins; "assignee" is who has the case or alert')
    if (options.every !== undefined && !watchEvery.some((known) => known === options.every))
      report(`${path}.every`, `must be one of ${watchEvery.join(', ')}`)
    refuseTasks(on, path, report)
  },
  stop(options, path, report) {
    refuseOthers(options, [], path, report)
  },
} satisfies Record<(typeof ruleSteps)[number], ReadStep>

/** By their names, as configurations know them; a switch is none. */
// guards: reading.test.ts
function secretsIn(given: unknown): string[] {
  if (typeof given !== 'object' || given === null) return []
  return Object.entries(given).flatMap(([name, value]) => {
    const isText = typeof value === 'string' ? value !== '' : typeof value === 'number'
    if (isText && isSecretItem(name)) return [name.slice(0, 80)]
    return Array.isArray(value) && isSecretItem(name) && value.some((one) => one !== '')
      ? [name.slice(0, 80)]
      : secretsIn(value)
  })
}

const refuseTasks = (on: RuleOn | undefined, path: string, report: Report) => {
  if (on && objectOf(on) === 'task') report(path, 'a task has no observables')
}

function checkScope(given: unknown, path: string, report: Report): void {
  if (given !== undefined && given !== 'object' && given !== 'root')
    report(`${path}.on`, 'must be object, or root for the case or alert around it')
}

function checkText(given: unknown, path: string, max: number, report: Report): void {
  const unknown = isText(given, max) ? unknownPlaceholders(given) : undefined
  if (unknown === undefined) report(path, `must be a text of 1 to ${max} characters`)
  else if (unknown.length > 0)
    report(path, `unknown placeholder ${unknown.join(', ')}; use {title}, {value} or {case}`)
}

function refuseOthers(
  options: Record<string, unknown>,
  allowed: readonly string[],
  path: string,
  report: Report,
): void {
  for (const key of Object.keys(options).slice(0, 20))
    if (!allowed.includes(key))
      report(
        `${path}.${key.slice(0, 80)}`,
        allowed.length === 0 ? 'takes no options' : `is unknown; use ${allowed.join(', ')}`,
      )
}

const isText = (given: unknown, max: number): given is string =>
  typeof given === 'string' && given.trim() !== '' && given.length <= max
const isTexts = (given: unknown, max: number): boolean =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= max &&
  given.every((text) => isText(text, 256))
const isListOf = (given: unknown, known: readonly string[]): boolean =>
  Array.isArray(given) &&
  given.length > 0 &&
  given.length <= known.length &&
  given.every((one) => known.includes(one))
const isWhole = (given: unknown, min: number, max: number): boolean =>
  Number.isInteger(given) && (given as number) >= min && (given as number) <= max

/** The end of the day that is named, or the moment. Undefined for what is neither. */
export function readExpiry(given: number | string): number | undefined {
  if (typeof given === 'number') return given
  const isDay = /^\d{4}-\d{2}-\d{2}$/.test(given)
  const at = Date.parse(given)
  if (Number.isNaN(at)) return undefined
  return isDay ? at + 86_400_000 - 1 : at
}
