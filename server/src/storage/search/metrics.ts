import { type AliasedExpression, type Expression, type SqlBool, sql } from 'kysely'
import type { Aggregation, Measure, Metric } from '../../domain/aggregation.ts'
import type { Criteria } from '../../domain/criteria.ts'
import { searchError } from '../../domain/errors.ts'
import type { Dialect } from '../common/dialect.ts'
import { type AnyModel, fieldOf, fieldValue } from './model.ts'

export const isMetric = (aggregation: Aggregation): aggregation is Metric => {
  switch (aggregation.kind) {
    case 'count':
    case 'avg':
    case 'min':
    case 'max':
    case 'sum':
      return true
    case 'field':
    case 'time':
    case 'category':
    case 'top':
      return false
  }
}

export const isPlainCount = (aggregation: Aggregation) =>
  aggregation.kind === 'count' && aggregation.query.kind === 'all'

/** Every number of one list comes from one statement: the filter of a metric is in its `case`. */
export const metricColumns = (
  dialect: Dialect,
  model: AnyModel,
  metrics: Metric[],
  compile: Compile,
): AliasedExpression<unknown, string>[] =>
  metrics.map((metric, index) =>
    expressionOf(dialect, model, metric, compile).as(`metric_${index}`),
  )

export const metricValues = (metrics: Metric[], row: Record<string, unknown>) =>
  metrics.map((metric, index): [string, unknown] => [metric.name, row[`metric_${index}`]])

/** What the metrics say when there is nothing to count. */
export const emptyValues = (metrics: Metric[]) =>
  metrics.map(({ kind, name }): [string, unknown] => [
    name,
    kind === 'count' || kind === 'sum' ? 0 : null,
  ])

type Compile = (criteria: Criteria) => Expression<SqlBool>

const expressionOf = (dialect: Dialect, model: AnyModel, metric: Metric, compile: Compile) => {
  if (metric.kind !== 'count') return measureOf(dialect, model, metric, compile)
  return isPlainCount(metric)
    ? sql<number>`count(*)`
    : sql<number>`count(case when ${compile(metric.query)} then 1 end)`
}

const measureOf = (
  dialect: Dialect,
  model: AnyModel,
  { kind, field: name, query }: Measure,
  compile: Compile,
) => {
  const field = fieldOf(model, name)
  // As in a search, what has no such field has no value.
  if (!field) return kind === 'sum' ? sql<number>`0` : sql<null>`null`
  if (field.kind !== 'number' && field.kind !== 'decimal' && field.kind !== 'date') {
    throw searchError(`${name} is not numeric; ${kind} requires a number or a date`)
  }
  const column = fieldValue(dialect, model.table, field)
  const value =
    query.kind === 'all' ? column : sql<number>`case when ${compile(query)} then ${column} end`
  switch (kind) {
    case 'min':
      return sql<number | null>`min(${value})`
    case 'max':
      return sql<number | null>`max(${value})`
    // As doubles: some thousand moments sum up to more than 2^53, and an integer of that size is
    // an error in the driver of SQLite.
    case 'sum':
      return sql<number>`coalesce(sum(cast(${value} as double precision)), 0)`
    case 'avg':
      return sql<number | null>`avg(cast(${value} as double precision))`
  }
}
