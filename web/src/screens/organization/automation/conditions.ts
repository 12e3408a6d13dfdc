import type { RuleObjectType } from '@assay/contract'
import { isObject } from '@assay/contract/objects'
import { conditionsOf, type RuleCondition } from '@assay/contract/rule-conditions'
import { comparisonsOf, conditionFields, type FieldKind, typedValue } from './condition-fields.ts'

/** One row of the editor. */
export interface ConditionDraft {
  readonly key: number
  /** A comparison, being in an alert or case at all, or a search as it is written. */
  readonly kind: 'compare' | 'within' | 'search'
  readonly field: string
  readonly of: string
  readonly comparison: string
  readonly wanted: readonly string[]
  /** Whether the field is one that the list does not offer. */
  readonly isOther: boolean
  readonly search: string
}

type Search = Record<string, unknown>

let lastKey = 0
/** Rows keep their identity while they are moved and edited. */
export const nextKey = () => {
  lastKey += 1
  return lastKey
}

const fieldIn = (type: RuleObjectType, { field, of }: Pick<ConditionDraft, 'field' | 'of'>) =>
  conditionFields[type].find((one) => one.name === field && (one.of ?? '') === of)

export const kindOf = (
  type: RuleObjectType,
  draft: Pick<ConditionDraft, 'field' | 'of'>,
): FieldKind | undefined => fieldIn(type, draft)?.kind

export const emptyCondition = (type: RuleObjectType): ConditionDraft => ({
  ...{ key: nextKey(), kind: 'compare', of: '', isOther: false, wanted: [], search: '' },
  field: conditionFields[type][0]?.name ?? '',
  comparison: 'is',
})

/** The search that the row stands for; undefined while something is missing in it. */
export function searchOf(type: RuleObjectType, draft: ConditionDraft): Search | undefined {
  if (draft.kind === 'within') return { _parent: { _type: draft.of, _query: {} } }
  if (draft.kind === 'search') return jsonOf(draft.search)
  const { field, of, comparison } = draft
  const wanted = draft.wanted.filter((value) => value.trim() !== '')
  if (field.trim() === '' || wanted.length === 0) return undefined
  const own = compared(kindOf(type, draft), field.trim(), comparison, wanted)
  return of === '' ? own : { _parent: { _type: of, _query: own } }
}

export function jsonOf(text: string): Search | undefined {
  try {
    const found: unknown = JSON.parse(text)
    return isObject(found) ? found : undefined
  } catch {
    return undefined
  }
}

function compared(
  kind: FieldKind | undefined,
  field: string,
  comparison: string,
  wanted: readonly string[],
): Search {
  const values = wanted.map((text) => typedValue(kind, text))
  if (comparison === 'is')
    return values.length === 1
      ? { [field]: values[0] }
      : { _in: { _field: field, _values: values } }
  const value = comparison === 'like' ? `*${wanted[0]}*` : values[0]
  return { [`_${comparison}`]: { _field: field, _value: value } }
}

/** The whole condition; undefined while a row is incomplete. */
export function filterOf(
  type: RuleObjectType,
  rows: readonly ConditionDraft[],
): Search | undefined {
  const searches = rows.map((row) => searchOf(type, row))
  if (searches.some((one) => one === undefined)) return undefined
  const given = searches as Search[]
  if (given.length === 0) return {}
  return given.length === 1 ? (given[0] ?? {}) : { _and: given }
}

/** Rows of a stored condition. What no row can say stays as it is written. */
export function rowsOf(type: RuleObjectType, filter: unknown): ConditionDraft[] {
  return conditionsOf(filter).map((condition) => {
    const row = rowOf(type, condition)
    const isSame = row.kind !== 'search' && says(searchOf(type, row)) === says(condition.filter)
    return isSame ? row : written(condition.filter)
  })
}

function rowOf(type: RuleObjectType, condition: RuleCondition): ConditionDraft {
  const { field, of = '', comparison, wanted, filter } = condition
  const base = { ...emptyCondition(type), of }
  if (field === undefined) return of === '' ? written(filter) : { ...base, kind: 'within' }
  const isPart = comparison === 'like' || comparison === 'wildcard'
  const row = {
    ...base,
    field,
    comparison: comparison === 'in' ? 'is' : comparison === 'wildcard' ? 'like' : comparison,
    wanted: isPart ? wanted.map((text) => text.replace(/^\*|\*$/g, '')) : wanted,
  }
  const kind = kindOf(type, row)
  const isUsual = (comparisonsOf[kind ?? 'text'] as readonly string[]).includes(row.comparison)
  if (!isUsual && kind !== undefined) return written(filter)
  return { ...row, isOther: kind === undefined }
}

const written = (filter: Search): ConditionDraft => ({
  ...{ key: nextKey(), kind: 'search', field: '', of: '', comparison: 'is', wanted: [] },
  isOther: false,
  search: JSON.stringify(filter),
})

/** Two spellings of one condition: by what is compared, and with which type of value. */
const says = (filter: unknown): string =>
  JSON.stringify(
    conditionsOf(filter).map(({ field, of, comparison, wanted, filter: own }) => [
      ...[field, of, comparison === 'wildcard' ? 'like' : comparison, wanted],
      // 2 and "2" are compared in different ways.
      typesIn(own),
    ]),
  )

function typesIn(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap(typesIn)
  if (isObject(value))
    return Object.entries(value)
      .filter(([name]) => name !== '_field' && name !== '_type')
      .flatMap(([, inner]) => typesIn(inner))
  return [typeof value]
}
