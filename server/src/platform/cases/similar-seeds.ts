import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../domain/page.ts'
import { every } from '../../storage/search-conditions.ts'

type Condition = Expression<SqlBool>
export type Target = 'case' | 'alert'

export interface SimilarRequest<T extends Target> {
  readonly target: T
  /** Which observables to start from: a condition on the table `observables`. */
  readonly seeds: Condition
  /** With it every alert gets a ranking of its own, else there is one for all. */
  readonly forEachAlert?: boolean
  /** Which cases or alerts may be found: a condition on their table. */
  readonly where?: Condition
  /** Instead of the score; see `similarityColumns`. */
  readonly order?: RawBuilder<unknown>
  readonly page?: Page
}

export interface TargetTable {
  readonly table: 'cases' | 'alerts'
  /** Of `observables`: what it belongs to. */
  readonly column: 'case_id' | 'alert_id'
  /** Both lead the database into the index, where the owner's case comes third. */
  readonly isOwned: Condition
}

export const matched = (column: string) => sql.ref(`matched.${column}`)

export const targets: Record<Target, TargetTable> = {
  case: {
    table: 'cases',
    column: 'case_id',
    isOwned: sql<SqlBool>`matched.case_id is not null`,
  },
  alert: {
    table: 'alerts',
    column: 'alert_id',
    isOwned: sql<SqlBool>`matched.case_id is null and matched.alert_id is not null`,
  },
}

/** Observables that are to be ignored count nowhere. */
export const isCounted = (alias: string) =>
  sql<SqlBool>`coalesce(${sql.ref(`${alias}.ignore_similarity`)}, 0) = 0`

export const seedsOf = <T extends Target>(organization: string, request: SimilarRequest<T>) => {
  const origin = request.forEachAlert ? sql.ref('observables.alert_id') : sql`''`
  const start = every([
    sql<SqlBool>`observables.organization = ${organization}`,
    isCounted('observables'),
    request.seeds,
  ])
  // Materialized: a few values, looked up again and again.
  return sql`seeds as materialized (
    select distinct ${origin} as origin, observables.value_hash as value_hash
    from observables where ${start})`
}

export const matchedFrom = (organization: string, { isOwned }: TargetTable) =>
  sql`seeds cross join observables as matched
    where matched.organization = ${organization} and matched.value_hash = seeds.value_hash
      and ${isOwned} and ${isCounted('matched')}`

/** Which cases or alerts may be found, on their own table. */
export const isAllowed = <T extends Target>(
  organization: string,
  { target, where }: SimilarRequest<T>,
): Condition => {
  const own = sql<SqlBool>`${sql.ref(`${targets[target].table}.organization`)} = ${organization}`
  return every(where ? [own, where] : [own])
}

/** Alerts or cases to start from, by id. */
export const observablesOf = (owner: 'alert' | 'case', ids: readonly string[]): Condition =>
  ids.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`${sql.ref(`observables.${owner}_id`)} in (${sql.join(ids)})`
