import type { Criteria } from '../src/domain/criteria.ts'
import type { Bounds, Scalar } from '../src/domain/criteria-tree.ts'
import type { Page, Sort } from '../src/domain/page.ts'
import { asBoolean, asDate, asKeyword, asNumber, decimal } from '../src/domain/search-values.ts'
import { globMatches, hasPart, hasWord, hasWordLike, wordsOf } from '../src/domain/words.ts'
import type { AnyModel, Field, Relation } from '../src/storage/search/model.ts'

type Row = Record<string, unknown>
/** All rows, by table. */
export type World = Record<string, Row[]>

/**
 * The search as plain loops, to compare the two databases with. It shares the reading of values
 * and words with them, and nothing of the SQL.
 */
export const searchInMemory = (
  world: World,
  model: AnyModel,
  { criteria, range, sort }: { criteria: Criteria; range: Page; sort: Sort[] },
) => {
  const found = (world[model.table] ?? []).filter((row) => matches(world, model, row, criteria))
  const wanted = sort.length > 0 ? sort : model.defaultSort
  const keys = wanted.map(({ field, descending }) => {
    const column = model.fields[field]?.column
    if (column === undefined) throw new Error(`no field ${field}`)
    return { column, descending }
  })
  keys.push({ column: model.id, descending: keys.at(-1)?.descending ?? false })
  const sorted = found.toSorted((a, b) => {
    for (const { column, descending } of keys) {
      const order = compareValues(a[column], b[column], descending)
      if (order !== 0) return order
    }
    return 0
  })
  const page = sorted.slice(range.offset, range.offset + range.limit)
  return { ids: page.map((row) => row[model.id]), total: found.length }
}

const compareValues = (a: unknown, b: unknown, descending: boolean): number => {
  if (a === null || b === null) return a === b ? 0 : a === null ? 1 : -1
  return (descending ? -1 : 1) * compare(a, b)
}

/** Texts by their bytes in UTF-8, which is not the order of JavaScript's `<`. */
const compare = (a: unknown, b: unknown): number =>
  typeof a === 'string' && typeof b === 'string'
    ? Buffer.compare(Buffer.from(a), Buffer.from(b))
    : Number(a) - Number(b)

const matches = (world: World, model: AnyModel, row: Row, criteria: Criteria): boolean => {
  const on = (name: string, test: (field: Field, value: unknown, name: string) => boolean) => {
    const field = Object.hasOwn(model.fields, name) ? model.fields[name] : undefined
    if (!field) return false
    const value = row[field.column]
    return value !== null && test(field, value, name)
  }
  const anywhere = (test: (field: Field, value: unknown, name: string) => boolean) =>
    Object.keys(model.fields).some((name) => on(name, test))
  switch (criteria.kind) {
    case 'all':
      return true
    case 'none':
      return false
    case 'and':
      return criteria.of.every((part) => matches(world, model, row, part))
    case 'or':
      return criteria.of.some((part) => matches(world, model, row, part))
    case 'not':
      return !matches(world, model, row, criteria.of)
    case 'equals':
      return on(criteria.field, (field, value, name) => equal(field, value, name, criteria.value))
    case 'in':
      return on(criteria.field, (field, value, name) =>
        criteria.values.some((wanted) => equal(field, value, name, wanted)),
      )
    case 'range':
      return on(criteria.field, (field, value, name) =>
        inRange(field, value, name, criteria.bounds),
      )
    case 'exists':
      return on(criteria.field, (field, value) => field.kind !== 'list' || listOf(value).length > 0)
    case 'like':
      return on(criteria.field, (field, value, name) =>
        like(field, value, name, criteria.value, criteria.words),
      )
    case 'wildcard':
      return on(criteria.field, (field, value) => likePattern(field, value, criteria.pattern))
    case 'part':
      return on(criteria.field, (field, value) => part(field, value, criteria))
    case 'anywhere':
      return anywhere((field, value, name) => {
        if (field.kind === 'date' || field.kind === 'boolean') return false
        if (field.kind === 'number' && decimal(criteria.value) === undefined) return false
        return like(field, value, name, criteria.value, criteria.words)
      })
    case 'anywhere-wildcard':
      return anywhere((field, value) => likePattern(field, value, criteria.pattern))
    case 'type':
      return criteria.type === model.type
    case 'parent':
      return related(world, row, model.parents?.[criteria.type], criteria.of)
    case 'child':
      return related(world, row, model.children?.[criteria.type], criteria.of)
  }
}

const related = (world: World, row: Row, relation: Relation | undefined, of: Criteria): boolean => {
  if (!relation) return false
  const model = relation.model()
  return (world[model.table] ?? []).some(
    (other) =>
      relation.join.every(([own, theirs]) => row[own] === other[theirs]) &&
      matches(world, model, other, of),
  )
}

const listOf = (value: unknown): string[] => JSON.parse(String(value))

const equal = (field: Field, value: unknown, name: string, wanted: Scalar): boolean => {
  const spelled = field.aliases?.[asKeyword(wanted)] ?? asKeyword(wanted)
  switch (field.kind) {
    case 'keyword':
      return value === spelled
    case 'text':
      return value === asKeyword(wanted)
    case 'list':
      return listOf(value).includes(spelled)
    case 'number':
    case 'decimal':
      return value === asNumber(name, wanted)
    case 'date':
      return value === asDate(name, wanted)
    case 'boolean':
      return value === (asBoolean(name, wanted) ? 1 : 0)
  }
}

const inRange = (field: Field, value: unknown, name: string, bounds: Bounds): boolean => {
  const read = (bound: Scalar) => {
    if (field.kind === 'number' || field.kind === 'decimal') return asNumber(name, bound)
    return field.kind === 'date' ? asDate(name, bound) : asKeyword(bound)
  }
  const { gt, gte, lt, lte } = bounds
  return (
    (gt === undefined || compare(value, read(gt)) > 0) &&
    (gte === undefined || compare(value, read(gte)) >= 0) &&
    (lt === undefined || compare(value, read(lt)) < 0) &&
    (lte === undefined || compare(value, read(lte)) <= 0)
  )
}

const like = (
  field: Field,
  value: unknown,
  name: string,
  wanted: Scalar,
  mode: 'any' | 'all',
): boolean => {
  if (field.kind !== 'text') return equal(field, value, name, wanted)
  const words = wordsOf(asKeyword(wanted))
  const found = words.map((word) => hasWord(String(value), new Set([word])))
  return words.length > 0 && (mode === 'any' ? found.includes(true) : !found.includes(false))
}

const part = (
  field: Field,
  value: unknown,
  { text, position }: Extract<Criteria, { kind: 'part' }>,
): boolean => {
  if (field.kind === 'text')
    return hasPart(String(value).toLowerCase(), text.toLowerCase(), position)
  if (field.kind === 'list') return listOf(value).some((item) => hasPart(item, text, position))
  return field.kind === 'keyword' && hasPart(String(value), text, position)
}

const likePattern = (field: Field, value: unknown, pattern: string): boolean => {
  if (field.kind === 'text') return hasWordLike(String(value), pattern.toLowerCase())
  if (field.kind === 'list') return listOf(value).some((item) => globMatches(item, pattern))
  return field.kind === 'keyword' && globMatches(String(value), pattern)
}
