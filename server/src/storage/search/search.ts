import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Scope } from '../../domain/caller.ts'
import type { Criteria } from '../../domain/criteria.ts'
import { shorten } from '../../domain/criteria-tree.ts'
import { searchError } from '../../domain/errors.ts'
import type { Page, Sort } from '../../domain/page.ts'
import type { Rows } from '../../domain/rows.ts'
import type { Dialect } from '../common/dialect.ts'
import { slowly } from '../common/text-walk.ts'
import type { Db } from '../database.ts'
import { readPage } from '../rows/pages.ts'
import type { Column, Row, TableName } from '../tables/tables.ts'
import { compileCriteria } from './compile.ts'
import { every } from './conditions.ts'
import { type AnyModel, type Field, fieldOf, keyOf, type SearchModel } from './model.ts'
import { inScope, rowsWhere } from './rows.ts'
import { fewRows, knownTotals, rowsToRead, sizeOf } from './totals.ts'

export { compileCriteria } from './compile.ts'
export { type Field, type Relation, type SearchModel, searchModel } from './model.ts'

type Condition = Expression<SqlBool>

export interface SearchRequest<C extends string, X extends C = never> {
  /** What leaves the table; what is not named here is not even read. */
  columns: readonly C[]
  criteria: Criteria
  range: Page
  sort: Sort[]
  /** Long texts of which a list shows the beginning; such a row names them in `cut`. */
  cut?: readonly X[]
}

/**
 * One page of the matching rows, and how many match in all. The scope has no default: forgetting it
 * does not compile, and crossing organizations must be explicit.
 */
export async function search<T extends TableName, C extends Column<T>, const X extends C = never>(
  db: Db,
  dialect: Dialect,
  model: SearchModel<T>,
  { columns, criteria, range, sort, cut }: SearchRequest<C, X>,
  scope: Scope,
): Promise<Rows<Row<T, C> & { cut?: readonly X[] }>> {
  const own = inScope(model, scope)
  const where = every([own, compileCriteria(dialect, model, criteria)])
  const known = model.counts && (await knownTotals(db, dialect, model, criteria, scope))
  const all = known ?? { all: await sizeOf(db, dialect, model.table), total: undefined }
  const isSlow = rowsToRead(model, all, criteria, range, sort) > fewRows
  // Looking for more than there are would read on to the end of the table.
  const limit = Math.min(range.limit, Math.max(0, (known?.total ?? Infinity) - range.offset))
  const { count, batches } = await readPage<Row<T, C>>(db, {
    table: model.table,
    id: model.id,
    columns: withId(model, columns),
    scope: own,
    where,
    order: orderBy(dialect, model, sort),
    range: { ...range, limit },
    isSlow,
    ...(cut && { cut }),
  })
  // A page that is not full ends the list, so its end is the total and nothing need be counted.
  const isEnd = count < limit && (count > 0 || range.offset === 0)
  const total = isEnd
    ? range.offset + count
    : (known?.total ?? (await counted(db, model, where, isSlow)))
  return { total, batches }
}

const withId = (model: AnyModel, columns: readonly string[]) =>
  columns.includes(model.id) ? columns : [model.id, ...columns]

export const counted = async (
  db: Db,
  model: AnyModel,
  where: Condition,
  isSlow: boolean,
): Promise<number> => {
  const { total } = await rowsWhere(db, model, where)
    .$if(isSlow, (query) => query.modifyFront(slowly))
    .select(sql<number>`count(*)`.as('total'))
    .executeTakeFirstOrThrow()
  return Number(total)
}

/**
 * The order of a search. Nulls come last in both directions. The id ends every order, in the
 * direction of the key before it, so pages never overlap and one index on both serves either
 * direction.
 */
export const orderBy = (dialect: Dialect, model: AnyModel, sort: Sort[]): RawBuilder<unknown> => {
  const wanted = sort.length > 0 ? sort : model.defaultSort
  const keys = wanted.map(({ field: name, descending }) => {
    const field = fieldOf(model, name)
    if (!field || field.kind === 'list') throw notSortable(model, name)
    const isPlain = field.computed === undefined && field.member === undefined
    return { ...field, descending, expression: isPlain ? field.column : `value of ${name}` }
  })
  const last = keys.at(-1)?.descending ?? false
  keys.push({ ...idField(model), required: true, descending: last, expression: model.id })
  const parts = keys.flatMap(({ expression, descending, ...field }, index) => {
    if (keys.findIndex((key) => key.expression === expression) < index) return []
    const { kind, required } = field
    const column = keyOf(dialect, model.table, field)
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
