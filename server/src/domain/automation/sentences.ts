import { budgetLowPercent, type RuleSentence } from '@assay/contract'
import {
  type RuleLimits,
  type RuleSentenceId,
  ruleParts,
  ruleSentenceIds,
  type Said,
} from '@assay/contract/rule-sentences'
import type { RuleBody } from './rule.ts'

export type { Said }

type Parameters = RuleSentence['parameters']

const list = (value: Parameters[string] | undefined, join = ', '): string =>
  Array.isArray(value) ? value.join(join) : String(value ?? '')

const levelNames: Readonly<Record<string, string>> = { safe: 'benign', none: 'no verdict' }
const levels = (value: Parameters[string] | undefined) =>
  (Array.isArray(value) ? value : [String(value ?? '')])
    .map((level) => levelNames[level] ?? level)
    .join(' or ')

const comparisons: Readonly<Record<string, string>> = {
  is: 'is',
  ne: 'is not',
  in: 'is one of',
  gt: 'is more than',
  gte: 'is at least',
  lt: 'is less than',
  lte: 'is at most',
  like: 'is like',
  wildcard: 'is like',
  startsWith: 'starts with',
  endsWith: 'ends with',
  match: 'contains the words',
  contains: 'is set',
  has: 'is set',
}

const fieldName = ({ of, field }: Parameters) => (of ? `${of} ${field}` : String(field ?? ''))

const english: Readonly<Record<RuleSentenceId, (p: Parameters) => string>> = {
  'when.alert.created': () => 'When an alert is created',
  'when.alert.updated': () => 'When an alert is updated',
  'when.observable.created': () => 'When an observable is created',
  'when.case.created': () => 'When a case is created',
  'when.case.updated': () => 'When a case is updated',
  'when.case.closed': () => 'When a case is closed',
  'when.task.updated': () => 'When a task is updated',
  'when.verdict.changed': ({ from, to, analyzer }) =>
    `When a verdict changes${from ? ` from ${levels(from)}` : ''}${to ? ` to ${levels(to)}` : ''}${analyzer ? ` because of ${analyzer}` : ''}`,
  'when.stale': ({ where, olderThan, levels: of, perDay }) =>
    `When an observable of ${where === 'watches' ? 'a watch' : 'an open case'} was not analyzed for ${olderThan}${of ? `, verdict ${levels(of)}` : ''}, up to ${perDay} a day`,
  'when.response.failed': () => 'When a response fails',
  'when.budget.low': () => `When a budget is used to ${budgetLowPercent} %`,
  'when.provider.down': () => 'When a provider does not answer, or rejects its credential',
  'if.always': () => 'always',
  'if.compare': (p) =>
    `${fieldName(p)} ${comparisons[String(p.comparison)] ?? p.comparison} ${list(p.wanted)}`.trim(),
  'if.within': ({ of }) => `it belongs to ${of === 'alert' ? 'an' : 'a'} ${of}`,
  'if.other': ({ comparison, wanted }) => `${comparison} ${list(wanted)}`,
  'do.analyze': ({ analyzers }) => `analyze it with ${list(analyzers)}`,
  'do.analyzeSet': ({ set }) => `analyze it with the set ${set}`,
  'do.analyzeAgain': () => 'analyze it again',
  'do.respond': ({ responder }) => `ask to run ${responder}`,
  'do.tag': ({ tags }) => `tag it ${list(tags)}`,
  'do.set': ({ changes }) => `set ${list(changes)}`,
  'do.comment': ({ text }) => `comment “${text}”`,
  'do.task': ({ title }) => `add the task “${title}”`,
  'do.openCase': ({ groupBy, within }) =>
    groupBy
      ? `open a case, or add to the open case of the same ${list(groupBy, ' and ')} within ${within}`
      : 'open a case',
  'do.dismiss': ({ reason }) => `dismiss the alert (${reason})`,
  'do.dismissDuplicates': ({ reason }) => `dismiss open duplicates of its alerts (${reason})`,
  'do.notify': ({ people }) => `notify ${list(people)}`,
  'do.watch': ({ people, every }) =>
    `let ${list(people)} watch it${every && every !== 'none' ? `, analyzed again every ${every}` : ''}`,
  'do.stop': () => 'no later rule acts on it',
  'limit.runs': ({ count }) => `up to ${count} runs an hour`,
  'limit.jobs': ({ count }) => `up to ${count} jobs a day`,
  'limit.runAs': ({ login }) => `with the rights of ${login}`,
  'limit.expires': ({ at }) => `until ${new Date(Number(at)).toISOString().slice(0, 10)}`,

  'because.created': ({ object }) => `The ${object} was created`,
  'because.updated': ({ object }) => `The ${object} was updated`,
  'because.closed': () => 'The case was closed',
  'because.verdict': ({ value, from, to, analyzer }) =>
    `The verdict of ${value} changed from ${levels(from)} to ${levels(to)}${analyzer ? ` (${analyzer})` : ''}`,
  'because.failed': ({ responder, value }) => `The responder ${responder} failed on ${value}`,
  'because.low': ({ budget, percent }) => `The budget ${budget} is used to ${percent} %`,
  'because.down': ({ budget, reason }) =>
    `The provider of the budget ${budget} does not answer${reason ? `: ${reason}` : ''}`,
  'because.refused': ({ budget, reason }) =>
    `The provider of the budget ${budget} rejects its credential${reason ? `: ${reason}` : ''}`,
  'because.stale': ({ olderThan }) => `It was not analyzed for ${olderThan}`,

  'stopped.runs': ({ count }) => `More than ${count} runs in an hour`,
  'stopped.runAs': ({ login }) =>
    `${login} may no longer act for rules: the user is missing, locked or has read-only access`,
  'stopped.condition': ({ message }) => `Its condition is no longer valid: ${message}`,
  'stopped.expired': ({ at }) => `It expired on ${new Date(Number(at)).toISOString().slice(0, 10)}`,

  'not.off': () => 'Not run: the rule is off',
  'not.stopped': ({ reason }) => `Not run: the rule is stopped. ${reason}`,
  'not.paused': () => 'Not run: automation is paused',
  'not.condition': ({ condition, found }) => `Not run: ${condition}, found ${found || 'nothing'}`,
  'not.check': ({ check }) => `Not run: ${check}`,
  'not.step': ({ reason }) => `Not run: ${reason}`,
  'not.chain': () => 'Not run: this rule is already part of the chain of rules that led here',
  'not.depth': ({ count }) => `Not run: ${count} rules caused each other before it`,
  'would.act': () => 'It acts on this object',
  'would.trial': () => 'It would act on this object; trial only records that',

  'check.state': ({ state }) => `The rule is ${state}`,
  'check.paused': () => 'Automation is not paused',
  'check.expiry': ({ at }) =>
    at ? `It expires on ${new Date(Number(at)).toISOString().slice(0, 10)}` : 'It does not expire',
  'check.runs': ({ used, count }) => `${used} of ${count} runs in the last hour`,
  'check.jobs': ({ used, count }) => `${used} of ${count} jobs in the last 24 hours`,
  'check.runAs': ({ login }) => `${login} may act`,

  'reason.off': ({ rule }) => `The rule ${rule} was disabled or changed`,
  'reason.paused': () => 'Automation was paused',
  'reason.deleted': () => 'The rule was deleted',
  'reason.canceled': ({ login }) => `Canceled by ${login}`,
  'reason.gone': () => 'The object is gone',
  'reason.jobs': ({ count }) => `${count} jobs of this rule in 24 hours, which is its limit`,
  'reason.tlp': ({ found, max, worker }) =>
    `TLP:${tlpNames[Number(found)]} is above TLP:${tlpNames[Number(max)]} of ${worker}`,
  'reason.pap': ({ found, max, worker }) =>
    `PAP:${tlpNames[Number(found)]} is above PAP:${tlpNames[Number(max)]} of ${worker}`,
  'reason.type': ({ worker, dataType }) => `${worker} does not support ${dataType}`,
  'reason.set': ({ set }) => `There is no analyzer set ${set}`,
  'reason.setType': ({ set, dataType }) => `The set ${set} is not for ${dataType}`,
  'reason.worker': ({ worker }) => `There is no ${worker}`,
  'reason.refused': ({ message }) => `${message}`,
  'reason.nothing': () => 'There was nothing to change',
  'reason.noRoot': () => 'It belongs to no case or alert',
  'reason.hasCase': () => 'It belongs to a case already',
  'reason.noAssignee': () => 'No one is assigned',
  'reason.nobody': () => 'None of these users is active in your organization',
  'reason.watched': () => 'They watch it already',
  'reason.watches': ({ people, count }) =>
    `Not done for ${list(people)}: watching ${count} observables already, which is the limit`,
  'reason.foreign': () =>
    'Rules can only use the responders of this server, not those of another engine',
  'reason.tooMany': ({ count, max }) => `${count} observables; a run acts on ${max}`,
  'reason.tooManySteps': ({ count, max }) =>
    `${count} steps in this run; the first ${max} are done`,
  'reason.approval': () => 'Waits for an approval',
  'reason.dropped': ({ count }) =>
    `Not evaluated: ${count} attempts failed. The server log has the details`,
  'reason.failed': () => 'It failed; the log of the server has the details',

  'unknown.unexamined': ({ count, days, seconds }) =>
    `Examined: the newest ${count} of ${days} days. The search ended after ${seconds} seconds, so older objects are not counted`,
  'unknown.today': () => 'Objects are judged as they are today; only verdicts have a history',
  'unknown.changes': () => 'How often an object was changed is not known: each counts once',
  'unknown.stale': () => 'Counted is what is stale now',
  'unknown.budgets': () =>
    'Counted are the budgets that are so now; how often they were is not known',
  'unknown.order': () => 'Rules before this one may stop it',
}

const tlpNames = ['CLEAR', 'GREEN', 'AMBER', 'RED']

/** The sentence with its English text. */
export function say({ id, parameters }: Said): RuleSentence {
  const text = isKnown(id) ? english[id](parameters) : id
  return { id, parameters, text: text.slice(0, 1_000) }
}

const isKnown = (id: string): id is RuleSentenceId => ruleSentenceIds.some((one) => one === id)

export const said = (id: RuleSentenceId, parameters: Parameters = {}): Said => ({ id, parameters })

/** The rule as it reads, in parts. */
export const ruleSentences = (body: RuleBody, limits: RuleLimits): RuleSentence[] =>
  ruleParts(body, limits).map(say)
