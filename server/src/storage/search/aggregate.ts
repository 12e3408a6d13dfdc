import { type Expression, type SqlBool, sql } from 'kysely'
import {
  type Aggregation,
  type ByField,
  type ByTime,
  type Grouping,
  parseAggregations,
  type QueryParser,
} from '../../domain/aggregation.ts'
import type { Scope } from '../../domain/caller.ts'
import type { Criteria } from '../../domain/criteria.ts'
import { searchError } from '../../domain/errors.ts'
import type { Interval } from '../../domain/interval.ts'
import { collected } from '../../domain/rows.ts'
import type { Dialect } from '../common/dialect.ts'
import { element } from '../common/list-elements.ts'
import { slowly } from '../common/text-walk.ts'
import type { Db } from '../database.ts'
import { readPage } from '../rows/pages.ts'
import type { Column, Row, TableName } from '../tables/tables.ts'
import { nothingSpent } from './compile.ts'
import { every, isEqual, whole } from './conditions.ts'
import { emptyValues, isMetric, isPlainCount, metricColumns, metricValues } from './metrics.ts'
import { columnOf, type Field, fieldOf, fieldValue, keyOf, type SearchModel } from './model.ts'
import { inScope, rowsWhere, untyped } from './rows.ts'
import { compileCriteria, orderBy } from './search.ts'
import {
  type Buckets,
  calendarBuckets,
  fixedBuckets,
  maxBuckets,
  tooManyBuckets,
} from './time-buckets.ts'
import { fewRows, sizeOf } from './totals.ts'

type Condition = Expression<SqlBool>
type Result = Map<string, unknown>

export interface AggregateRequest<T extends TableName, C extends Column<T>> {
  criteria: Criteria
  /** The list of the wire, unchecked. */
  aggregations: unknown
  /** For `top`: what is read of a row, and how it looks outside. */
  columns: readonly C[]
  render: (row: Row<T, C>) => unknown
  /** How queries inside the aggregations are read; as everywhere by default. */
  parseQuery?: QueryParser
}

/** Nested buckets ask one question each; a call that needs more than this is refused. */
export const maxStatements = 200

interface Call<T extends TableName, C extends Column<T>> {
  db: Db
  dialect: Dialect
  model: SearchModel<T>
  request: AggregateRequest<T, C>
  compile: (criteria: Criteria) => Condition
  scope: Condition
  /** The table is large: not in the event loop. */
  isSlow: boolean
  statements: number
}

/** The answers of all aggregations, in one object as the wire expects it. */
export async function aggregate<T extends TableName, C extends Column<T>>(
  db: Db,
  dialect: Dialect,
  model: SearchModel<T>,
  request: AggregateRequest<T, C>,
  scope: Scope,
  /** Instead of the scope: what else than the rows of an organization belongs to it. */
  visible?: Condition,
): Promise<Record<string, unknown>> {
  const aggregations = parseAggregations(request.aggregations, request.parseQuery)
  const spent = nothingSpent()
  const compile = (criteria: Criteria) => compileCriteria(dialect, model, criteria, spent)
  const isSlow = (await sizeOf(db, dialect, model.table)) > fewRows
  const own = visible ?? inScope(model, scope)
  const call: Call<T, C> = {
    ...{ db, dialect, model, request, compile },
    ...{ scope: own, isSlow, statements: 0 },
  }
  return answer(call, aggregations, every([own, compile(request.criteria)]))
}

const answer = async <T extends TableName, C extends Column<T>>(
  call: Call<T, C>,
  aggregations: Aggregation[],
  where: Condition,
): Promise<Record<string, unknown>> => {
  const result: Result = new Map()
  const metrics = aggregations.filter(isMetric)
  if (metrics.length > 0) {
    const row = await rowsFor(call, where)
      .select(metricColumns(call.dialect, call.model, metrics, call.compile))
      .executeTakeFirstOrThrow()
    for (const [name, value] of metricValues(metrics, row)) result.set(name, value)
  }
  for (const aggregation of aggregations) {
    if (isMetric(aggregation)) continue
    const found = await bucketsOf(
      call,
      aggregation,
      every([where, call.compile(aggregation.query)]),
    )
    for (const [name, value] of found) result.set(name, value)
  }
  // From entries, because a value such as __proto__ may become a key.
  return Object.fromEntries(result)
}

const bucketsOf = async <T extends TableName, C extends Column<T>>(
  call: Call<T, C>,
  aggregation: Grouping,
  where: Condition,
): Promise<Result> => {
  switch (aggregation.kind) {
    case 'field':
      return fieldBuckets(call, aggregation, where)
    case 'time':
      return timeBuckets(call, aggregation, where)
    case 'category': {
      const result: Result = new Map()
      for (const { name, query } of aggregation.categories) {
        const inside = every([where, call.compile(query)])
        result.set(name, await answer(call, aggregation.select, inside))
      }
      return result
    }
    case 'top': {
      const { db, dialect, model, request } = call
      const range = { offset: 0, limit: aggregation.size }
      spendStatement(call)
      // At most a hundred, so they need not be streamed.
      const { batches } = await readPage<Row<T, C>>(db, {
        table: model.table,
        id: model.id,
        columns: [...new Set([model.id, ...request.columns])],
        scope: call.scope,
        where,
        order: orderBy(dialect, model, aggregation.order),
        range,
        isSlow: call.isSlow,
      })
      return new Map([[aggregation.name, (await collected(batches)).map(request.render)]])
    }
  }
}

const fieldBuckets = async <T extends TableName, C extends Column<T>>(
  call: Call<T, C>,
  { field: name, size, order, select }: ByField,
  where: Condition,
): Promise<Result> => {
  const field = fieldOf(call.model, name)
  if (!field) return new Map()
  const { dialect, model } = call
  const column = keyOf(dialect, model.table, field)
  const isList = field.kind === 'list'
  // The elements of a list are counted without the rows around them.
  const inline = select.filter(isMetric).filter((metric) => !isList || isPlainCount(metric))
  const rest = select.filter((aggregation) => !inline.some((metric) => metric === aggregation))
  const key = isList ? sql.ref('pairs.element') : column
  const rows = isList
    ? listRows(call, column, where)
    : rowsFor(call, every([where, sql<SqlBool>`${column} is not null`]))
  const isText = field.kind === 'keyword' || field.kind === 'text' || isList
  const keyOrder = isText ? dialect.orderText(key) : key
  const orders = [...order, { by: 'key', descending: false } as const].map(
    ({ by, descending }) =>
      sql`${by === 'count' ? sql`count(*)` : keyOrder} ${descending ? sql`desc` : sql`asc`}`,
  )
  const found = await rows
    .select(sql<string | number>`${key}`.as('bucket'))
    .select(metricColumns(dialect, model, inline, call.compile))
    .groupBy(key)
    .orderBy(sql.join(orders))
    .limit(size)
    .execute()
  const result: Result = new Map()
  for (const row of found) {
    const value = field.kind === 'boolean' ? row.bucket === 1 : row.bucket
    const inside = () =>
      every([where, isEqual({ dialect, name, field: plain(field), column }, value)])
    result.set(String(value), {
      ...Object.fromEntries(metricValues(inline, row)),
      ...(rest.length > 0 && (await answer(call, rest, inside()))),
    })
  }
  return result
}

/** A bucket is named by what is stored, so no other spelling must be read into it. */
const plain = ({ column, kind, short, member, computed }: Field): Field => ({
  column,
  kind,
  ...(short && { short }),
  ...(member !== undefined && { member }),
  ...(computed && { computed }),
})

/** Each element once per row, however often the list repeats it. */
const listRows = <T extends TableName, C extends Column<T>>(
  call: Call<T, C>,
  column: Expression<unknown>,
  where: Condition,
) => {
  const { db, dialect, model } = call
  // The rows are chosen first: joined with the elements, a plain `id` or `type` would be ambiguous.
  const owners = sql`(select ${columnOf(model.table, model.id)} as id, ${column} as list
    from ${sql.table(model.table)} where ${where}) as owners`
  const pairs = sql<{ element: string }>`(select distinct owners.id, ${element} as element
    from ${owners} cross join ${dialect.listElements(sql.ref('owners.list'))})`
  spendStatement(call)
  return untyped(db)
    .selectFrom(pairs.as('pairs'))
    .$if(call.isSlow, (query) => query.modifyFront(slowly))
}

const timeBuckets = async <T extends TableName, C extends Column<T>>(
  call: Call<T, C>,
  { fields, interval, select }: ByTime,
  where: Condition,
): Promise<Result> => {
  const metrics = select.filter(isMetric)
  const rest = select.filter((aggregation) => !isMetric(aggregation))
  const starts = new Map<number, Result>()
  for (const name of fields) {
    const field = fieldOf(call.model, name)
    if (!field) continue
    if (field.kind !== 'date') throw searchError(`${name} is not a date; time requires one`)
    const moment = fieldValue(call.dialect, call.model.table, field)
    const dated = every([where, sql<SqlBool>`${moment} is not null`])
    const buckets = await bucketsIn(call, interval, moment, dated)
    if (!buckets) continue
    const found = await rowsFor(call, every([dated, buckets.within]))
      .select(buckets.start.as('bucket'))
      .select(metricColumns(call.dialect, call.model, metrics, call.compile))
      // By position: PostgreSQL takes the same expression with other parameters for another one.
      .groupBy(sql`1`)
      .orderBy(sql`1`)
      .limit(maxBuckets + 1)
      .execute()
    for (const row of found) {
      const inside = sql<SqlBool>`${moment} >= ${whole(row.bucket)}
        and ${moment} < ${whole(buckets.endOf(row.bucket))}`
      const values = {
        ...Object.fromEntries(metricValues(metrics, row)),
        ...(rest.length > 0 && (await answer(call, rest, every([dated, inside])))),
      }
      starts.set(row.bucket, (starts.get(row.bucket) ?? new Map()).set(name, values))
    }
    if (starts.size > maxBuckets) throw tooManyBuckets()
  }
  const nothing = Object.fromEntries(emptyValues(metrics))
  const known = fields.filter((name) => fieldOf(call.model, name))
  return new Map(
    [...starts.entries()]
      .toSorted(([a], [b]) => a - b)
      .map(([start, values]) => [
        String(start),
        Object.fromEntries(known.map((name) => [name, values.get(name) ?? nothing])),
      ]),
  )
}

const bucketsIn = async <T extends TableName, C extends Column<T>>(
  call: Call<T, C>,
  interval: Interval,
  moment: Expression<unknown>,
  where: Condition,
): Promise<Buckets | undefined> => {
  if (interval.unit === 'milliseconds') return fixedBuckets(moment, interval)
  const { from, to } = await rowsFor(call, where)
    .select([
      sql<number | null>`min(${moment})`.as('from'),
      sql<number | null>`max(${moment})`.as('to'),
    ])
    .executeTakeFirstOrThrow()
  return from === null || to === null ? undefined : calendarBuckets(moment, interval, from, to)
}

const rowsFor = <T extends TableName, C extends Column<T>>(call: Call<T, C>, where: Condition) => {
  spendStatement(call)
  return rowsWhere(call.db, call.model, where).$if(call.isSlow, (query) =>
    query.modifyFront(slowly),
  )
}

const spendStatement = (call: { statements: number }) => {
  call.statements += 1
  if (call.statements > maxStatements) {
    throw searchError(`the aggregations need more than ${maxStatements} queries; nest fewer`)
  }
}
