import {
  budgetLowPercent,
  type RuleSentence,
  type RuleStepName,
  ruleObjectTypes,
} from '@assay/contract'
import { isObject } from '@assay/contract/objects'
import { type RuleSentenceId, ruleSentenceIds } from '@assay/contract/rule-sentences'
import { analyzerName } from '../../base/model/analyzer-name.ts'
import { markings } from '../../base/model/marking.ts'
import { dateAndHour, dateOnly } from '../../base/model/times.ts'
import { typeName } from '../../base/model/type-name.ts'
import { counted, labeled, locale, type TextKey, text } from '../../base/texts/index.ts'
import { severityName } from '../response/marking-choices.ts'

/** What a rule says, as the server returns it; the editor makes its own, which have no English text. */
export type Said = Pick<RuleSentence, 'id' | 'parameters'> & { readonly text?: string }
type Parameters = RuleSentence['parameters']

/** A part of a sentence; what matters in it is strong. */
export interface Piece {
  readonly text: string
  readonly isStrong: boolean
}

/** Stands for the sign that marks what matters, where it is part of a value. */
const star = '\uE002'

/** A text of the page with values in it: what stands between two `*` is strong. */
export function pieces(key: TextKey, values: Readonly<Record<string, string | number>> = {}) {
  const safe = Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      typeof value === 'string' ? value.replaceAll('*', star) : value,
    ]),
  )
  return split(text(key, safe))
}

export const split = (marked: string): Piece[] =>
  marked
    .split('*')
    .map((part, index) => ({ text: part.replaceAll(star, '*'), isStrong: index % 2 === 1 }))
    .filter(({ text: part }) => part !== '')

export const plain = (parts: readonly Piece[]): string => parts.map((part) => part.text).join('')

const weak = (words: string): Piece => ({ text: words, isStrong: false })

const isKnown = (id: string): id is RuleSentenceId => ruleSentenceIds.some((one) => one === id)

const listOf = (value: Parameters[string] | undefined): string[] =>
  Array.isArray(value) ? value : value === undefined ? [] : [String(value)]

const join = (words: readonly string[], type: 'conjunction' | 'disjunction') =>
  new Intl.ListFormat(locale(), { type }).format(words)

const known = <T extends string>(names: readonly T[], name: string): T | undefined =>
  names.find((one) => one === name)

const levels = ['malicious', 'suspicious', 'safe', 'none'] as const
export const levelWord = (level: string): string => {
  const name = known(levels, level)
  return name ? text(`rule.level.${name}`) : level
}

const units = ['m', 'h', 'd'] as const
/** `7d` is "7 days". */
export function spanWord(span: string): string {
  const [, count, unit] = /^(\d+)([mhd])$/.exec(span) ?? []
  const name = known(units, unit ?? '')
  return count === undefined || !name ? span : counted(`rule.time.${name}`, Number(count))
}

const fields = [
  ...['data', 'dataType', 'tlp', 'pap', 'severity', 'source', 'sourceRef', 'type', 'title'],
  ...['description', 'tags', 'status', 'assignee', 'owner', 'createdBy', 'ioc', 'sighted'],
  ...['message', 'flag', 'resolutionStatus', 'impactStatus', 'group'],
  ...['responderName', 'name', 'state', 'shared'],
] as const
const relatives = ['alert', 'case'] as const

/** The field of an object, or of the alert or case around it: "alert source". */
export function fieldWord(field: string, of?: string): string {
  const word = fields.some((one) => one === field) ? text(`rule.field.${field}` as TextKey) : field
  const around = known(relatives, of ?? '')
  return around ? text(`rule.fieldOf.${around}`, { field: word }) : word
}

/** What a condition compares with, in words. */
export function wantedWord(field: string, value: string): string {
  if (field === 'dataType') return typeName(value)
  if (field === 'tlp' || field === 'pap') {
    const marking = markings[Number(value)]
    return marking ? `${field.toUpperCase()}:${marking}` : value
  }
  if (field === 'severity') return severityName(value)
  if (value === 'true' || value === 'false') return text(value === 'true' ? 'rule.yes' : 'rule.no')
  if (/(Date|At)$/.test(field) && /^\d{12,14}$/.test(value)) return dateAndHour(Number(value))
  return value
}

const comparisons = ['is', 'ne', 'in', 'gt', 'gte', 'lt', 'lte', 'like', 'startsWith'] as const
const moreComparisons = ['endsWith', 'match', 'contains'] as const
type Comparison = (typeof comparisons)[number] | (typeof moreComparisons)[number]

export function comparisonWord(comparison: string): string {
  const usual = comparison === 'wildcard' ? 'like' : comparison === 'has' ? 'contains' : comparison
  const name = known<Comparison>([...comparisons, ...moreComparisons], usual)
  return name ? text(`rule.compare.${name}`) : comparison
}

/** `*mail*` is a part of a text. */
const withoutStars = (comparison: string, value: string) =>
  comparison === 'like' || comparison === 'wildcard' ? value.replace(/^\*|\*$/g, '') : value

/** A condition by itself: "TLP is at most TLP:AMBER". */
function conditionPieces({ id, parameters }: Said): Piece[] {
  if (id === 'if.always') return pieces('rule.if.always')
  if (id === 'if.within') return pieces('rule.condition.within', { of: objectWord(parameters.of) })
  const { field = '', of, comparison = '', wanted } = parameters
  const values = listOf(wanted).map((value) =>
    wantedWord(String(field), withoutStars(String(comparison), value)),
  )
  if (id === 'if.other') return pieces('rule.condition.other', { wanted: values.join(', ') })
  const name = fieldWord(String(field), of === undefined ? undefined : String(of))
  if (comparison === 'contains' || comparison === 'has')
    return pieces('rule.if.set', { field: name })
  return pieces('rule.if.compare', {
    field: name,
    comparison: comparisonWord(String(comparison)),
    wanted: join(values, 'disjunction'),
  })
}

const objectWord = (of: Parameters[string] | undefined) => {
  const name = known(['alert', 'case', 'task', 'observable'] as const, String(of ?? ''))
  return name ? text(`rule.of.${name}`) : String(of ?? '')
}

/** The condition as a part of the whole sentence: "that is a URL", "up to TLP:AMBER". */
function clausePieces(said: Said): { parts: Piece[]; isWhose: boolean } {
  const { field, of, comparison, wanted } = said.parameters
  const words = (name: string) => {
    const shown = listOf(wanted).map((value) => wantedWord(name, value))
    return { wanted: join(shown, 'disjunction') }
  }
  const isEqual = comparison === 'is' || comparison === 'in'
  const clause = (key: TextKey, values = {}) => ({ parts: pieces(key, values), isWhose: false })
  if (said.id === 'if.within') return clause('rule.if.within', { of: objectWord(of) })
  if (said.id === 'if.other') return clause('rule.if.other', { wanted: listOf(wanted).join(', ') })
  if (field === 'dataType' && of === undefined && isEqual)
    return clause('rule.if.dataType', words('dataType'))
  if (field === 'tlp' && of === undefined && comparison === 'lte')
    return clause('rule.if.tlp', words('tlp'))
  if (field === 'source' && isEqual)
    return clause(of === 'alert' ? 'rule.if.alertSource' : 'rule.if.source', words('source'))
  if (of === 'case' && field === 'status' && comparison === 'is' && listOf(wanted)[0] === 'Open')
    return clause('rule.if.openCase')
  const condition = plain(conditionPieces(said))
  const marked = conditionPieces(said)
    .map((part) => (part.isStrong ? `*${part.text.replaceAll('*', star)}*` : part.text))
    .join('')
  return condition === ''
    ? { parts: [], isWhose: false }
    : { parts: split(text('rule.if.clause', { condition: marked })), isWhose: true }
}

const setNames = ['severity', 'tlp', 'pap', 'assignee'] as const
function setWord(change: string): string {
  const at = change.indexOf(' ')
  const [name, value] = [change.slice(0, at), change.slice(at + 1)]
  const key = known(setNames, name)
  return key ? text(`rule.set.${key}`, { value: wantedWord(name, value) }) : change
}

const groupWord = (field: string) =>
  field.startsWith('observable:')
    ? text('rules.group.observable', { type: typeName(field.slice('observable:'.length)) })
    : fieldWord(field)

const dismissals = ['duplicate', 'benign', 'ownTest', 'other'] as const
const dismissalWord = (reason: string) => {
  const name = known(dismissals, reason)
  return name ? text(`rule.dismissal.${name}`) : reason
}

const markingWord = (kind: 'TLP' | 'PAP', value: Parameters[string] | undefined) =>
  `${kind}:${markings[Number(value)] ?? value}`

const percentWord = (percent: number) =>
  new Intl.NumberFormat(locale(), { style: 'percent' }).format(percent / 100)

/** The values of a sentence as people read them. */
function valuesOf({ id, parameters }: Said): Record<string, string | number> {
  const values: Record<string, string | number> =
    id === 'when.budget.low' ? { percent: percentWord(budgetLowPercent) } : { reason: '' }
  for (const [name, value] of Object.entries(parameters)) {
    const list = listOf(value)
    if (value === '' || list.length === 0) values[name] = '…'
    else if (name === 'analyzers') values[name] = join(list.map(analyzerName), 'conjunction')
    else if (name === 'from' || name === 'to' || name === 'levels')
      values[name] = join(list.map(levelWord), 'disjunction')
    else if (name === 'analyzer')
      values[name] = value === 'analyst' ? text('rule.analyst') : analyzerName(String(value))
    else if (name === 'responder' || name === 'worker') values[name] = analyzerName(String(value))
    else if (name === 'dataType') values[name] = typeName(String(value))
    else if (name === 'at') values[name] = dateOnly(Number(value))
    else if (name === 'olderThan' || name === 'within') values[name] = spanWord(String(value))
    else if (name === 'changes') values[name] = join(list.map(setWord), 'conjunction')
    else if (name === 'groupBy') values[name] = join(list.map(groupWord), 'conjunction')
    else if (name === 'people')
      values[name] = join(
        list.map((one) => (one === 'assignee' ? text('rule.people.assignee') : one)),
        'conjunction',
      )
    else if (name === 'where')
      values[name] = text(value === 'watches' ? 'rule.where.watches' : 'rule.where.openCases')
    else if (name === 'object') values[name] = startWord(String(value))
    else if (name === 'percent') values[name] = percentWord(Number(value))
    else if (name === 'reason' && id.startsWith('because.'))
      values[name] = labeled('', String(value))
    else if (name === 'state') values[name] = stateWord(String(value)).toLowerCase()
    else if (name === 'reason' && id.startsWith('do.')) values[name] = dismissalWord(String(value))
    else if ((name === 'found' || name === 'max') && (id === 'reason.tlp' || id === 'reason.pap'))
      values[name] = markingWord(id === 'reason.tlp' ? 'TLP' : 'PAP', value)
    else values[name] = Array.isArray(value) ? join(list, 'conjunction') : value
  }
  return values
}

const startWord = (type: string) => {
  const name = known(ruleObjectTypes, type)
  return name ? text(`rule.object.${name}`) : type
}

const states = ['off', 'trial', 'on', 'stopped'] as const
export const stateWord = (state: string) => {
  const name = known(states, state)
  return name ? text(`rule.state.${name}`) : state
}

/** Sentences that have several forms. */
function keyOf({ id, parameters }: Said): TextKey | undefined {
  if (!isKnown(id)) return undefined
  if (id === 'when.verdict.changed') {
    const { from, to } = parameters
    if (from !== undefined)
      return to === undefined ? 'rule.when.verdict.from' : 'rule.when.verdict.fromTo'
    return to === undefined ? 'rule.when.verdict.changed' : 'rule.when.verdict.to'
  }
  if (id === 'do.openCase' && parameters.groupBy !== undefined) return 'rule.do.openCase.grouped'
  if (id === 'do.watch' && (parameters.every === 'day' || parameters.every === 'week'))
    return `rule.do.watch.${parameters.every}`
  if (id === 'because.verdict' && parameters.analyzer) return 'rule.because.verdict.analyzer'
  if (id === 'check.expiry' && parameters.at !== undefined) return 'rule.check.expiry.at'
  return `rule.${id}`
}

/** One sentence; one of a newer server in its English words. */
export function sentencePieces(said: Said): Piece[] {
  if (said.id.startsWith('if.')) return capitalized(conditionPieces(said))
  const key = keyOf(said)
  if (!key) return [weak(said.text ?? said.id)]
  return pieces(key, valuesOf(said))
}

export const sentence = (said: Said): string => plain(sentencePieces(said))

const capitalized = ([first, ...rest]: Piece[]): Piece[] =>
  first
    ? [{ ...first, text: first.text.charAt(0).toUpperCase() + first.text.slice(1) }, ...rest]
    : []

/** The whole rule as one sentence: when, if, then; limits are told apart from it. */
export function rulePieces(reads: readonly Said[]): Piece[] {
  const starting = reads.find(({ id }) => id.startsWith('when.'))
  const conditions = reads.filter(({ id }) => id.startsWith('if.') && id !== 'if.always')
  const steps = reads.filter(({ id }) => id.startsWith('do.'))
  const parts: Piece[] = starting ? [...sentencePieces(starting)] : []
  const { analyzer, levels: stale, perDay } = starting?.parameters ?? {}
  if (starting && analyzer !== undefined)
    parts.push(...pieces('rule.when.verdict.because', valuesOf(starting)))
  if (starting && stale !== undefined)
    parts.push(...pieces('rule.when.stale.levels', valuesOf(starting)))
  if (starting?.id === 'when.verdict.changed' && conditions.length > 0)
    parts.push(...pieces('rule.when.verdict.of'))
  let wasWhose = false
  for (const condition of conditions) {
    const { parts: clause, isWhose } = clausePieces(condition)
    if (isWhose && wasWhose) parts.push(...around('rule.if.and', clause))
    else parts.push(weak(' '), ...clause)
    wasWhose = isWhose
  }
  steps.forEach((step, index) => {
    parts.push(weak(index === 0 ? ', ' : text('rule.then')), ...sentencePieces(step))
  })
  if (starting && perDay !== undefined)
    parts.push(weak(', '), ...pieces('rule.when.stale.perDay', valuesOf(starting)))
  return [...parts, weak('.')]
}

const around = (key: TextKey, clause: readonly Piece[]): Piece[] =>
  split(
    text(key, {
      clause: clause
        .map((part) => (part.isStrong ? `*${part.text.replaceAll('*', star)}*` : part.text))
        .join(''),
    }),
  )

/** What a step is called, in the list of steps of a run. */
export const stepName = (kind: RuleStepName): string => text(`rules.step.${kind}`)

export const isEmptySearch = (filter: unknown): boolean =>
  !isObject(filter) || Object.keys(filter).length === 0
