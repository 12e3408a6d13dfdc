import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../domain/page.ts'
import { maxHolders } from '../../domain/response/similarity.ts'
import { every } from '../../storage/search/conditions.ts'

type Condition = Expression<SqlBool>
export type Target = 'case' | 'alert'

export interface SimilarRequest<T extends Target> {
  readonly target: T
  /** Which observables to start from: a condition on the table `observables`. */
  readonly seeds: Condition
  /** With it every alert gets a separate ranking, otherwise there is one for all. */
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
  /** What the index has between the value and the owner. */
  readonly ofKind: (alias: string) => Condition
}

export const matched = (column: string) => sql.ref(`matched.${column}`)

export const targets: Record<Target, TargetTable> = {
  case: {
    table: 'cases',
    column: 'case_id',
    ofKind: (alias) => sql<SqlBool>`${sql.ref(`${alias}.case_id`)} is not null`,
  },
  alert: {
    table: 'alerts',
    column: 'alert_id',
    ofKind: (alias) => sql<SqlBool>`${sql.ref(`${alias}.case_id`)} is null`,
  },
}

/** Observables that are to be ignored count nowhere. */
export const isCounted = (alias: string) =>
  sql<SqlBool>`coalesce(${sql.ref(`${alias}.ignore_similarity`)}, 0) = 0`

/**
 * Compared, not looked up: the owner's index leads to a few rows, but one that begins with the
 * organization and holds all that is asked for looks better to SQLite, and is walked from end to end.
 */
export const checkedOrganization = (alias: string) =>
  sql`coalesce(${sql.ref(`${alias}.organization`)}, '')`

/**
 * The values to start from, and for each that more than `maxHolders` hold the owner before their newest:
 * ids grow with time. Everything after goes through the index `observables_by_holder` alone, and no
 * further back than that, so what a value costs does not grow with the table.
 */
export const seedsOf = <T extends Target>(organization: string, request: SimilarRequest<T>) => {
  const origin = request.forEachAlert ? sql.ref('observables.alert_id') : sql`''`
  const { column, ofKind } = targets[request.target]
  const owner = sql.ref(`holder.${column}`)
  const start = every([
    sql<SqlBool>`${checkedOrganization('observables')} = ${organization}`,
    isCounted('observables'),
    request.seeds,
  ])
  // Materialized: a few values, looked up again and again.
  return sql`values_to_find as (
    select distinct ${origin} as origin, observables.value_hash as value_hash
    from observables where ${start}),
  seeds as materialized (
    select origin, value_hash, (
      select ${owner} from observables as holder
      where holder.organization = ${organization}
        and holder.value_hash = values_to_find.value_hash
        and ${ofKind('holder')} and ${owner} > ''
      order by ${owner} desc limit 1 offset ${sql.lit(maxHolders)}) as older
    from values_to_find)`
}

const holds = (organization: string, { ofKind }: TargetTable) =>
  sql`matched.organization = ${organization} and matched.value_hash = seeds.value_hash
      and ${ofKind('matched')} and ${isCounted('matched')}`

/** What holds the values; of those that very many hold only the newest. */
export const matchedFrom = (organization: string, target: TargetTable) =>
  sql`seeds cross join observables as matched
    where ${holds(organization, target)} and ${matched(target.column)} > coalesce(seeds.older, '')`

/** What is older than that holds the values too, where another value has found it: `candidates`. */
export const olderFrom = (organization: string, target: TargetTable) =>
  sql`seeds cross join candidates cross join observables as matched
    where seeds.older is not null and ${holds(organization, target)}
      and ${matched(target.column)} = candidates.target_id
      and ${matched(target.column)} <= seeds.older`

/** What those hold that were found, however old. */
export const foundFrom = (organization: string, target: TargetTable, ids: readonly string[]) =>
  sql`seeds cross join observables as matched
    where ${holds(organization, target)} and ${matched(target.column)} in (${sql.join(ids)})`

/** How many hold a value; more than so many are not counted. */
export const cappedHolders = (older: RawBuilder<unknown>, counted: RawBuilder<unknown>) =>
  sql`case when ${older} is null then ${counted} else ${sql.lit(maxHolders)} end`

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
