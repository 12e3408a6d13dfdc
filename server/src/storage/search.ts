import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../domain/caller.ts'
import type { Criteria } from '../domain/criteria.ts'
import { shorten } from '../domain/criteria-tree.ts'
import { searchError } from '../domain/errors.ts'
import type { Page, Sort } from '../domain/page.ts'
import type { Db } from './database.ts'
import type { Dialect } from './dialect.ts'
import { compileCriteria } from './search-compile.ts'
import { every } from './search-conditions.ts'
import {
  type AnyModel,
  type Column,
  type Field,
  fieldOf,
  fieldValue,
  type Row,
  type SearchModel,
  type TableName,
} from './search-model.ts'
import { inScope, rowsWhere } from './search-rows.ts'
import { fewRows, knownTotals, rowsToRead } from './search-totals.ts'
import { slowly } from './slow-reader.ts'

export { compileCriteria } from './search-compile.ts'
export { type Field, type Relation, type SearchModel, searchModel } from './search-model.ts'

type Condition = Expression<SqlBool>

export interface SearchRequest<C extends string> {
  /** What leaves the table; what is not named here is not even read. */
  columns: readonly C[]
  criteria: Criteria
  range: Page
  sort: Sort[]
}

/**
 * One page of the rows that match, and how many match in all. The scope has no default: forgetting
 * it does not compile, and crossing organizations must be said aloud.
 */
export async function search<T extends TableName, C extends Column<T>>(
  db: Db,
  dialect: Dialect,
  model: SearchModel<T>,
  { columns, criteria, range, sort }: SearchRequest<C>,
  scope: Scope,
): Promise<{ rows: Row<T, C>[]; total: number }> {
  const where = every([inScope(model, scope), compileCriteria(dialect, model, criteria)])
  const known = model.counts && (await knownTotals(db, dialect, model, criteria, scope))
  const isSlow = known !== undefined && rowsToRead(model, known, criteria, range, sort) > fewRows
  // To look for more than there are would read on to the end of the table.
  const limit = Math.min(range.limit, Math.max(0, (known?.total ?? Infinity) - range.offset))
  const page = { columns, where, range: { ...range, limit }, sort, isSlow }
  const rows = await readRows(db, dialect, model, page)
  // A page that is not full ends the list, so its end is the total and nothing need be counted.
  if (rows.length < limit && (rows.length > 0 || range.offset === 0)) {
    return { rows, total: range.offset + rows.length }
  }
  if (known?.total !== undefined) return { rows, total: known.total }
  const counted = await rowsWhere(db, model, where)
    .$if(isSlow, (query) => query.modifyFront(slowly))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return { rows, total: counted.total }
}

export async function readRows<T extends TableName, C extends Column<T>>(
  db: Db,
  dialect: Dialect,
  model: SearchModel<T>,
  read: { columns: readonly C[]; where: Condition; range: Page; sort: Sort[]; isSlow?: boolean },
): Promise<Row<T, C>[]> {
  const rows = await rowsWhere(db, model, read.where)
    .$if(read.isSlow ?? false, (query) => query.modifyFront(slowly))
    .select(read.columns)
    .orderBy(orderBy(dialect, model, read.sort))
    .limit(read.range.limit)
    .offset(read.range.offset)
    .execute()
  return rows as Row<T, C>[]
}

/**
 * The order of a search. Nulls come last in both directions. The id ends every order, in the
 * direction of the key before it, so that pages never overlap and one index on both serves either
 * direction.
 */
export const orderBy = (dialect: Dialect, model: AnyModel, sort: Sort[]): RawBuilder<unknown> => {
  const wanted = sort.length > 0 ? sort : model.defaultSort
  const keys = wanted.map(({ field: name, descending }) => {
    const field = fieldOf(model, name)
    if (!field || field.kind === 'list') throw notSortable(model, name)
    const isPlain = field.computed === undefined && field.member === undefined
    return { ...field, descending, place: isPlain ? field.column : `value of ${name}` }
  })
  const last = keys.at(-1)?.descending ?? false
  keys.push({ ...idField(model), required: true, descending: last, place: model.id })
  const parts = keys.flatMap(({ place, descending, ...field }, index) => {
    if (keys.findIndex((key) => key.place === place) < index) return []
    const { kind, required } = field
    const column = fieldValue(dialect, model.table, field)
    const isText = kind === 'keyword' || kind === 'text'
    const direction = descending ? sql`desc` : sql`asc`
    const nulls = required ? sql`` : sql` nulls last`
    return [sql`${isText ? dialect.orderText(column) : column} ${direction}${nulls}`]
  })
  return sql.join(parts)
}

const idField = (model: AnyModel): Field =>
  Object.values(model.fields).find(({ column }) => column === model.id) ?? {
    column: model.id,
    kind: 'keyword',
  }

const notSortable = (model: AnyModel, name: string) => {
  const names = Object.keys(model.fields).filter((field) => model.fields[field]?.kind !== 'list')
  return searchError(`cannot sort by ${shorten(name)}; sortable are ${names.join(', ')}`)
}
