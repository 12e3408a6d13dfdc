import { type Expression, type SqlBool, sql } from 'kysely'
import type { Criteria } from '../../domain/criteria.ts'
import { searchError } from '../../domain/errors.ts'
import { decimal } from '../../domain/search-values.ts'
import type { Dialect } from '../common/dialect.ts'
import {
  always,
  every,
  type FieldRef,
  hasPart,
  hasValue,
  isEqual,
  isInRange,
  isLike,
  isLikePattern,
  isOneOf,
  never,
  some,
} from './conditions.ts'
import {
  type AnyModel,
  columnOf,
  type Field,
  fieldOf,
  fieldValue,
  type Relation,
  relationOf,
} from './model.ts'

type Condition = Expression<SqlBool>

/** One search may compare this often; a bare term compares with every field of the model. */
export const maxComparisons = 5_000

/**
 * Characters of all patterns together, each counted for every field that it is compared with. With
 * `comparedLength` it bounds what one row can cost: 0.2 s for the worst text that
 * SQLite can be given.
 */
export const maxPatternCharacters = 4_096

interface Context {
  dialect: Dialect
  model: AnyModel
  /** The name that the table has in the statement. */
  table: string
  depth: number
  spent: Spent
}

export interface Spent {
  comparisons: number
  patternCharacters: number
}

export const nothingSpent = (): Spent => ({ comparisons: 0, patternCharacters: 0 })

/**
 * The search as a condition on the rows of the model's table; every value is bound. It is true or
 * not true: null counts as false, as in `where` and `case`. Only a negation has to say so, and
 * saying it there alone lets the rest use indexes.
 */
export const compileCriteria = (
  dialect: Dialect,
  model: AnyModel,
  criteria: Criteria,
  spent: Spent = nothingSpent(),
): Condition => compile({ dialect, model, table: model.table, depth: 0, spent }, criteria)

const compile = (context: Context, criteria: Criteria): Condition => {
  const { model } = context
  switch (criteria.kind) {
    case 'all':
      return always
    case 'none':
      return never
    case 'and':
      return every(criteria.of.map((part) => compile(context, part)))
    case 'or':
      return some(criteria.of.map((part) => compile(context, part)))
    case 'not':
      return sql<SqlBool>`not coalesce(${compile(context, criteria.of)}, false)`
    case 'equals':
      return onField(context, criteria.field, (ref) => isEqual(ref, criteria.value))
    case 'in':
      return onField(context, criteria.field, (ref) => isOneOf(ref, criteria.values))
    case 'range':
      return onField(context, criteria.field, (ref) => isInRange(ref, criteria.bounds))
    case 'exists':
      return onField(context, criteria.field, hasValue)
    case 'like':
      return onField(context, criteria.field, (ref) => isLike(ref, criteria.value, criteria.words))
    case 'wildcard':
      return onField(context, criteria.field, (ref) => {
        spendPattern(context, criteria.pattern)
        return isLikePattern(ref, criteria.pattern)
      })
    case 'part':
      return onField(context, criteria.field, (ref) => {
        spendPattern(context, criteria.text)
        return hasPart(ref, criteria.text, criteria.position)
      })
    case 'anywhere':
      return onAnyField(context, (ref) => {
        const { kind } = ref.field
        const isNumber = kind === 'number' || kind === 'decimal'
        if (isNumber && decimal(criteria.value) === undefined) return never
        return kind === 'date' || kind === 'boolean'
          ? never
          : isLike(ref, criteria.value, criteria.words)
      })
    case 'anywhere-wildcard':
      return onAnyField(context, (ref) => {
        const { kind } = ref.field
        if (kind !== 'keyword' && kind !== 'text' && kind !== 'list') return never
        spendPattern(context, criteria.pattern)
        return isLikePattern(ref, criteria.pattern)
      })
    case 'type':
      return criteria.type === model.type ? always : never
    case 'parent':
      return related(context, relationOf(model.parents, criteria.type), criteria.of)
    case 'child':
      return related(context, relationOf(model.children, criteria.type), criteria.of)
  }
}

const onField = (context: Context, name: string, test: (ref: FieldRef) => Condition): Condition => {
  const field = fieldOf(context.model, name)
  if (!field) return never
  context.spent.comparisons += 1
  if (context.spent.comparisons > maxComparisons) {
    throw searchError(
      `the search needs more than ${maxComparisons} comparisons; use fields instead of bare terms`,
    )
  }
  const value = fieldValue(context.dialect, context.table, field)
  const column = field.ignoresCase ? sql`lower(${value})` : value
  const digest = field.digest && { digest: columnOf(context.table, field.digest) }
  return test({ dialect: context.dialect, name, field, column, ...digest })
}

const spendPattern = ({ spent }: Context, pattern: string): void => {
  spent.patternCharacters += pattern.length
  if (spent.patternCharacters > maxPatternCharacters) {
    throw searchError(
      `the patterns of a search can have at most ${maxPatternCharacters} characters in total, counted for ` +
        'each field they are compared with; shorten them, name a field, or use _in for whole values',
    )
  }
}

const onAnyField = (context: Context, test: (ref: FieldRef) => Condition): Condition => {
  const names = new Map(
    Object.entries(context.model.fields).map(([name, field]) => [storedIn(name, field), name]),
  )
  const conditions = [...names.values()].map((name) => onField(context, name, test))
  return some(conditions.filter((condition) => condition !== never))
}

/** Several names of one column are one column. */
const storedIn = (name: string, { column, kind, member, computed }: Field) =>
  computed || member !== undefined ? name : column + kind

const related = (context: Context, relation: Relation | undefined, of: Criteria): Condition => {
  if (!relation) return never
  const depth = context.depth + 1
  const model = relation.model()
  const table = `related_${depth}`
  const pairs = relation.join.map(
    ([own, theirs]) => sql<SqlBool>`${columnOf(table, theirs)} = ${columnOf(context.table, own)}`,
  )
  const matches = every([...pairs, compile({ ...context, model, table, depth }, of)])
  return sql<SqlBool>`exists (select 1 from ${sql.table(model.table)} as ${sql.id(table)}
    where ${matches})`
}
