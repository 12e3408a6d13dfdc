import { createHash } from 'node:crypto'
import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import { type Bounds, limits, type Scalar } from '../../domain/criteria-tree.ts'
import { searchError } from '../../domain/errors.ts'
import { asBoolean, asDate, asKeyword, asNumber, wholeBound } from '../../domain/search-values.ts'
import { wordsOf } from '../../domain/words.ts'
import type { Dialect, Part } from '../common/dialect.ts'
import { anyElement, element } from '../common/list-elements.ts'
import { walksTexts } from '../common/text-walk.ts'
import { type Field, isUnbounded } from './model.ts'

/** A field as a condition refers to it: its name for messages, its column for SQL. */
export interface FieldRef {
  dialect: Dialect
  name: string
  field: Field
  column: Expression<unknown>
  /** The column with the SHA-256 of the value, if any. */
  digest?: Expression<unknown>
}

type Condition = Expression<SqlBool>

export const always: Condition = sql<SqlBool>`1 = 1`
export const never: Condition = sql<SqlBool>`1 = 0`

export const every = (conditions: Condition[]) => joined(conditions, sql`and`) ?? always
export const some = (conditions: Condition[]) => joined(conditions, sql`or`) ?? never

/**
 * Halved again and again instead of a chain: SQLite refuses expressions deeper than 1,000, and
 * `a or b or c or …` is as deep as it is long.
 */
const joined = (conditions: Condition[], by: RawBuilder<unknown>): Condition | undefined => {
  if (conditions.length < 2) return conditions[0]
  const middle = conditions.length >> 1
  const left = joined(conditions.slice(0, middle), by)
  const right = joined(conditions.slice(middle), by)
  return sql<SqlBool>`(${left} ${by} ${right})`
}

/** Cast, because PostgreSQL would else give the parameter the type of a narrower column. */
export const whole = (value: number): RawBuilder<number> => sql`cast(${value} as bigint)`

export const isEqual = (ref: FieldRef, value: Scalar): Condition => isOneOf(ref, [value])

export const isOneOf = (ref: FieldRef, values: Scalar[]): Condition =>
  // The digest has an index: few texts are read after it.
  ref.digest ? amongValues(ref, values) : bounded(ref.field, amongValues(ref, values))

/** Whatever compares a text of any length is marked here, once for all comparisons. */
const bounded = (field: Field, condition: Condition): Condition =>
  isUnbounded(field) && condition !== never ? walksTexts(sql<SqlBool>`${condition}`) : condition

const amongValues = (ref: FieldRef, values: Scalar[]): Condition => {
  const { dialect, name, field, column } = ref
  const read = <T>(as: (name: string, value: Scalar) => T) => values.map((value) => as(name, value))
  switch (field.kind) {
    case 'keyword': {
      const texts = values.map((value) => spelled(field, value))
      const { digest } = ref
      return every([...(digest ? [among(digest, texts.map(sha256))] : []), among(column, texts)])
    }
    case 'text':
      return among(column, values.map(asKeyword))
    case 'list': {
      const texts = values.map((value) => spelled(field, value))
      const [only] = texts
      if (texts.length === 1 && only !== undefined) return dialect.listContains(column, only)
      return texts.length === 0 ? never : anyElement(dialect, column, among(element, texts))
    }
    case 'number':
      return amongWhole(column, read(asNumber))
    case 'decimal':
      return amongDecimals(column, read(asNumber))
    case 'date':
      return amongWhole(column, read(asDate))
    case 'boolean':
      return amongWhole(column, read(asBoolean).map(Number))
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const spelled = (field: Field, value: Scalar): string => {
  const text = asKeyword(value)
  const aliases = field.aliases ?? {}
  return folded(field, (Object.hasOwn(aliases, text) ? aliases[text] : undefined) ?? text)
}

/** As `lower` of both databases does it on our columns: letters outside ASCII stay as they are. */
const folded = (field: Field, text: string): string =>
  field.ignoresCase ? text.replaceAll(/[A-Z]+/g, (capitals) => capitals.toLowerCase()) : text

const among = (column: Expression<unknown>, texts: string[]): Condition => {
  const different = [...new Set(texts)]
  if (different.length === 0) return never
  if (different.length === 1) return sql<SqlBool>`${column} = ${different[0]}`
  return sql<SqlBool>`${column} in (${sql.join(different)})`
}

/** No whole number equals 1.5, so fractions fall away here. */
const amongWhole = (column: Expression<unknown>, numbers: number[]): Condition => {
  const different = [...new Set(numbers.filter(Number.isInteger))].map(whole)
  if (different.length === 0) return never
  if (different.length === 1) return sql<SqlBool>`${column} = ${different[0]}`
  return sql<SqlBool>`${column} in (${sql.join(different)})`
}

const amongDecimals = (column: Expression<unknown>, numbers: number[]): Condition => {
  const different = [...new Set(numbers)].map(double)
  if (different.length === 0) return never
  return sql<SqlBool>`${double(column)} in (${sql.join(different)})`
}

const double = (value: unknown): RawBuilder<number> => sql`cast(${value} as double precision)`

export const isInRange = (ref: FieldRef, bounds: Bounds): Condition =>
  Object.keys(bounds).length === 0 ? hasValue(ref) : bounded(ref.field, within(ref, bounds))

const within = ({ dialect, name, field, column }: FieldRef, bounds: Bounds): Condition => {
  switch (field.kind) {
    case 'keyword':
    case 'text': {
      const bytes = dialect.orderText(column)
      return compared(bounds, (bound, value) => {
        return sql<SqlBool>`${bytes} ${signs[bound]} ${asKeyword(value)}`
      })
    }
    case 'decimal':
      return compared(bounds, (bound, value) => {
        return sql<SqlBool>`${double(column)} ${signs[bound]} ${double(asNumber(name, value))}`
      })
    case 'number':
    case 'date': {
      const read = field.kind === 'date' ? asDate : asNumber
      return compared(bounds, (bound, value) => {
        const limit = whole(wholeBound[bound](read(name, value)))
        return sql<SqlBool>`${column} ${wholeSigns[bound]} ${limit}`
      })
    }
    case 'boolean':
    case 'list':
      throw searchError(`${name} cannot be ordered; use equality or _in`)
  }
}

type Bound = keyof Bounds

const signs = { gt: sql`>`, gte: sql`>=`, lt: sql`<`, lte: sql`<=` }
/** `wholeBound` makes every bound inclusive. */
const wholeSigns = { gt: sql`>=`, gte: sql`>=`, lt: sql`<=`, lte: sql`<=` }

const compared = (bounds: Bounds, compare: (bound: Bound, value: Scalar) => Condition) =>
  every(
    (['gt', 'gte', 'lt', 'lte'] as const).flatMap((bound) => {
      const value = bounds[bound]
      return value === undefined ? [] : [compare(bound, value)]
    }),
  )

export const hasValue = ({ field, column }: FieldRef): Condition =>
  field.kind === 'list'
    ? bounded(field, sql<SqlBool>`${column} <> '[]'`)
    : sql<SqlBool>`${column} is not null`

export const isLike = (ref: FieldRef, value: Scalar, mode: 'any' | 'all'): Condition => {
  const { dialect, name, field, column } = ref
  if (field.kind !== 'text') return isEqual(ref, value)
  const words = [...new Set(wordsOf(asKeyword(value)))]
  if (words.length > limits.words) {
    throw searchError(`${name}: ${words.length} words, limit ${limits.words}`)
  }
  if (words.length === 0) return never
  if (mode === 'any') return dialect.hasWord(column, words)
  return every(words.map((word) => dialect.hasWord(column, [word])))
}

export const isLikePattern = (
  { dialect, name, field, column }: FieldRef,
  pattern: string,
): Condition => {
  switch (field.kind) {
    case 'keyword':
      return dialect.glob(column, pattern)
    case 'text':
      return dialect.hasWordLike(column, pattern.toLowerCase())
    case 'list':
      return anyElement(dialect, column, dialect.glob(element, folded(field, pattern)))
    case 'number':
    case 'decimal':
    case 'date':
    case 'boolean':
      throw searchError(`${name} is not text; wildcards require text`)
  }
}

export const hasPart = (
  { dialect, name, field, column }: FieldRef,
  text: string,
  position: Part['position'],
): Condition => {
  switch (field.kind) {
    case 'keyword':
      return dialect.hasPart(column, { text, position, anyCase: false })
    case 'text':
      return dialect.hasPart(column, { text, position, anyCase: true })
    case 'list':
      return anyElement(
        dialect,
        column,
        dialect.hasPart(element, { text: folded(field, text), position, anyCase: false }),
      )
    case 'number':
    case 'decimal':
    case 'date':
    case 'boolean':
      throw searchError(`${name} is not text; _startsWith, _endsWith and _contains require text`)
  }
}
