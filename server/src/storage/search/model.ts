import { type Expression, sql } from 'kysely'
import type { Sort } from '../../domain/page.ts'
import type { Dialect } from '../common/dialect.ts'
import type { Column, TableName } from '../tables/tables.ts'

/**
 * What a search may touch. A column that is not listed cannot be found, sorted or counted by
 * anyone, so secrets are simply left out.
 */
export interface Field<C extends string = string> {
  column: C
  /**
   * `keyword` is compared byte by byte, `text` word by word; `number` and `date` hold whole numbers,
   * `decimal` any number, `boolean` 0 or 1, `list` a JSON array of strings.
   */
  kind: 'keyword' | 'text' | 'number' | 'decimal' | 'date' | 'boolean' | 'list'
  /** For a `list`: ASCII case is ignored in a search. */
  ignoresCase?: boolean
  /** Other spellings of a stored value, for equality, `_in` and `_like`. */
  aliases?: Record<string, string>
  /**
   * Column with the SHA-256 of the value, which has the index: values may be longer than an index
   * takes.
   */
  digest?: C
  /**
   * No value is longer than a few kilobytes, whatever its author: compared whole, so an index can
   * serve it, and in the event loop. What does not say so counts as a text of any length.
   */
  short?: boolean
  /** Few rows have the same value, and an index finds them. */
  selective?: boolean
  /** The column is never null: its order needs no rule for nulls and can come from an index. */
  required?: boolean
  /** The column holds a JSON object { name: { value } }, and this is the name. */
  member?: string
  /** Worked out of the row; `column` then is only one of those that it is worked out of. */
  computed?: (dialect: Dialect, table: string) => Expression<unknown>
  /** All values there are; who reads a search may refuse others. */
  values?: readonly string[]
}

/** How rows of another model belong to rows of this one; both sides stay in one organization. */
export interface Relation {
  /** A function, because parent and child name each other. */
  model: () => AnyModel
  /** Pairs of a column here and the equal column there. */
  join: readonly (readonly [own: string, theirs: string])[]
}

/** One table as a search sees it. Several names may mean one column (`_id`, `id`, `login`). */
export interface SearchModel<T extends TableName> {
  /** Name of the model on the wire, matched by `_type`. */
  type: string
  table: T
  id: Column<T>
  /** Says whose a row is; every search is held against the caller's scope by it. */
  organization: Column<T>
  fields: Record<string, Field<Column<T>>>
  /** Used when the caller requests no order. */
  defaultSort: Sort[]
  parents?: Record<string, Relation>
  children?: Record<string, Relation>
  /** For tables that grow forever: the totals come from here when the search allows it. */
  counts?: Counts
}

/** Table of `rowCounts` and its columns, of which none is ever null. */
export interface Counts {
  table: TableName
  columns: readonly string[]
}

/** A model whose table does not matter. */
export interface AnyModel {
  type: string
  table: string
  id: string
  organization: string
  fields: Record<string, Field>
  defaultSort: Sort[]
  parents?: Record<string, Relation>
  children?: Record<string, Relation>
  counts?: Counts
}

/** Ties the columns to the table: `searchModel({ table: 'users', … })`. */
export const searchModel = <T extends TableName>(model: SearchModel<T>): SearchModel<T> => model

/** Names come from outside: `constructor` is not a field. */
export const fieldOf = (model: AnyModel, name: string): Field | undefined =>
  Object.hasOwn(model.fields, name) ? model.fields[name] : undefined

export const relationOf = (
  relations: Record<string, Relation> | undefined,
  type: string,
): Relation | undefined =>
  relations && Object.hasOwn(relations, type) ? relations[type] : undefined

export const columnOf = (table: string, column: string) => sql.ref(`${table}.${column}`)

/** What is compared, sorted and counted for a field. */
export const fieldValue = (dialect: Dialect, table: string, field: Field): Expression<unknown> => {
  if (field.computed) return field.computed(dialect, table)
  const column = columnOf(table, field.column)
  return field.member === undefined
    ? column
    : dialect.memberValue(column, field.member, memberKinds[field.kind])
}

/** Whether a plain comparison of it has to read a text of any length. */
export const isUnbounded = ({ kind, short }: Field): boolean =>
  !short && (kind === 'keyword' || kind === 'text' || kind === 'list')

/** What is sorted and grouped by: of a long text its beginning, else 1 MB of each row would be kept. */
export const keyOf = (dialect: Dialect, table: string, field: Field): Expression<unknown> => {
  const value = fieldValue(dialect, table, field)
  return isUnbounded(field) && field.kind !== 'list' ? dialect.comparedPart(value) : value
}

const memberKinds = {
  keyword: 'string',
  text: 'string',
  list: 'string',
  number: 'number',
  decimal: 'number',
  date: 'number',
  boolean: 'boolean',
} as const
