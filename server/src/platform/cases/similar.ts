import { type Expression, type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Page } from '../../domain/page.ts'
import {
  maxShared,
  maxSimilar,
  rarity,
  rounded,
  type SimilarityKey,
} from '../../domain/response/similarity.ts'
import { type Batches, mapBatches, type Rows } from '../../domain/rows.ts'
import type { Db } from '../../storage/database.ts'
import { readById } from '../../storage/row-pages.ts'
import { every } from '../../storage/search-conditions.ts'
import { walksRows } from '../../storage/text-walk.ts'
import { alertColumns } from '../parents/alert.ts'
import { caseColumns } from '../parents/case.ts'
import type { AlertRow, CaseRow } from '../rows.ts'

type Condition = Expression<SqlBool>
type Target = 'case' | 'alert'
type TargetRow = { case: CaseRow; alert: AlertRow }

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

export interface SharedObservable {
  readonly id: string
  readonly dataType: string
  readonly data: string | null
  readonly attachmentName: string | null
  readonly ioc: boolean
  /** How many cases (or alerts) hold the value, this one included. */
  readonly holders: number
  readonly weight: number
}

export interface Similar<Row> {
  /** The alert that it resembles; empty unless `forEachAlert`. */
  readonly origin: string
  readonly row: Row
  readonly similarObservableCount: number
  readonly observableCount: number
  readonly similarIocCount: number
  readonly iocCount: number
  readonly score: number
  readonly observableTypes: Record<string, number>
  /** The rarest first, at most `maxShared`. */
  readonly shared: readonly SharedObservable[]
}

/**
 * Cases or alerts that hold the same values, best first: same text or same file, whatever the data
 * type. Observables that are to be ignored count nowhere. The way goes from the few values that we
 * start from through the index on (organization, value_hash, case_id); no other row is touched. How many
 * these are nobody knows before, so it does not happen in the event loop.
 */
export async function findSimilar<T extends Target>(
  db: Db,
  organization: string,
  request: SimilarRequest<T>,
): Promise<Rows<Similar<TargetRow[T]>>> {
  const ranked = await rank(db, organization, request)
  const [first] = ranked
  return {
    total: first ? Number(first.total) : await beyondPage(db, organization, request),
    batches: similarRows(db, organization, request, ranked),
  }
}

/** So many results are put together at once: each shows up to `maxShared` observables. */
const resultsAtOnce = 20

async function* similarRows<T extends Target>(
  db: Db,
  organization: string,
  request: SimilarRequest<T>,
  ranked: readonly Ranked[],
): AsyncGenerator<readonly Similar<TargetRow[T]>[]> {
  const details = await detailsOf(db, organization, request, ranked)
  for (let at = 0; at < ranked.length; at += resultsAtOnce) {
    const some = ranked.slice(at, at + resultsAtOnce)
    const values = await valuesOf(db, organization, details, some)
    const byId = new Map(some.map((found) => [found.id, found]))
    const rows = readById<TargetRow[T]>(db, rowsOf(organization, request.target), [...byId.keys()])
    for await (const batch of rows)
      yield batch.flatMap((row) => {
        const found = byId.get(row.id)
        return found ? [similarOf(found, row, details, values)] : []
      })
  }
}

/** The table of the target, for whoever reads its rows. */
export const rowsOf = (organization: string, target: Target) => ({
  table: targets[target].table,
  id: 'id',
  columns: target === 'case' ? caseColumns : alertColumns,
  scope: sql<SqlBool>`${sql.ref(`${targets[target].table}.organization`)} = ${organization}`,
})

/** How many there are in all; what a page shows is counted with it. */
export async function countSimilar<T extends Target>(
  db: Db,
  organization: string,
  request: SimilarRequest<T>,
): Promise<number> {
  const target = targets[request.target]
  const table = sql.table(target.table)
  const { rows } = await sql<{ total: number }>`
    with ${walksRows} ${seedsOf(organization, request)},
    found as (
      select distinct ${matched(target.column)} as target_id
      from ${matchedFrom(organization, target)})
    select count(*) as total from found join ${table} on ${table}.id = found.target_id
    where ${isAllowed(organization, request)}`.execute(db)
  return Number(rows[0]?.total ?? 0)
}

/** An empty page says nothing about the number of rows before it. */
const beyondPage = <T extends Target>(db: Db, organization: string, request: SimilarRequest<T>) =>
  (request.page?.offset ?? 0) > 0 ? countSimilar(db, organization, request) : 0

interface TargetTable {
  readonly table: 'cases' | 'alerts'
  /** Of `observables`: what it belongs to. */
  readonly column: 'case_id' | 'alert_id'
  /** Both lead the database into the index, where the owner's case comes third. */
  readonly isOwned: Condition
}

const matched = (column: string) => sql.ref(`matched.${column}`)

const targets: Record<Target, TargetTable> = {
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

const counts = (alias: string) =>
  sql<SqlBool>`coalesce(${sql.ref(`${alias}.ignore_similarity`)}, 0) = 0`

const seedsOf = <T extends Target>(organization: string, request: SimilarRequest<T>) => {
  const origin = request.forEachAlert ? sql.ref('observables.alert_id') : sql`''`
  const start = every([
    sql<SqlBool>`observables.organization = ${organization}`,
    counts('observables'),
    request.seeds,
  ])
  // Materialized: a few values, looked up again and again.
  return sql`seeds as materialized (
    select distinct ${origin} as origin, observables.value_hash as value_hash
    from observables where ${start})`
}

const matchedFrom = (organization: string, { isOwned }: TargetTable) =>
  sql`seeds cross join observables as matched
    where matched.organization = ${organization} and matched.value_hash = seeds.value_hash
      and ${isOwned} and ${counts('matched')}`

/** Which cases or alerts may be found, on their own table. */
const isAllowed = <T extends Target>(
  organization: string,
  { target, where }: SimilarRequest<T>,
): Condition => {
  const own = sql<SqlBool>`${sql.ref(`${targets[target].table}.organization`)} = ${organization}`
  return every(where ? [own, where] : [own])
}

/** What the database worked out for one result, without its row. */
export interface Ranked {
  readonly origin: string
  readonly id: string
  readonly similar_count: number
  readonly similar_ioc_count: number
  readonly observable_count: number
  readonly ioc_count: number
  readonly score: number
  readonly total: number
  readonly all_targets: number
}

export async function rank<T extends Target>(
  db: Db,
  organization: string,
  request: SimilarRequest<T>,
): Promise<Ranked[]> {
  const target = targets[request.target]
  const table = sql.table(target.table)
  const { offset, limit } = request.page ?? { offset: 0, limit: maxSimilar }
  const { rows } = await sql<Ranked>`
    with ${walksRows} ${seedsOf(organization, request)},
    everything as materialized (
      select cast(count(*) as double precision) as targets from ${table}
      where ${table}.organization = ${organization}),
    pairs as materialized (
      select seeds.origin as origin, ${matched(target.column)} as target_id,
        matched.value_hash as value_hash, count(*) as observables, sum(matched.ioc) as iocs
      from ${matchedFrom(organization, target)}
      group by seeds.origin, ${matched(target.column)}, matched.value_hash),
    holders as (
      select origin, value_hash, count(*) as holders from pairs group by origin, value_hash),
    found as (
      select pairs.origin as origin, pairs.target_id as target_id,
        sum(pairs.observables) as similar_count, sum(pairs.iocs) as similar_ioc_count,
        sum(ln((everything.targets + 1) / holders.holders)) as score,
        max(everything.targets) as all_targets
      from pairs
      join holders on holders.origin = pairs.origin and holders.value_hash = pairs.value_hash
      cross join everything
      group by pairs.origin, pairs.target_id),
    ranked as (
      select found.*, count(*) over (partition by found.origin) as total,
        row_number() over (partition by found.origin order by ${orderOf(target, request.order)})
          as place
      from found join ${table} on ${table}.id = found.target_id
      where ${isAllowed(organization, request)})
    select ranked.origin, ranked.target_id as id, ranked.similar_count,
      ranked.similar_ioc_count, ranked.score, ranked.total, ranked.all_targets,
      ${observableCount(target)} as observable_count, ${iocCount(target)} as ioc_count
    from ranked join ${table} on ${table}.id = ranked.target_id
    where ranked.place > ${offset} and ranked.place <= ${offset + Math.min(limit, maxSimilar)}
    order by ranked.origin, ranked.place`.execute(db)
  return rows
}

/** The score first; then what is newest, and what shares most. */
const orderOf = ({ table }: TargetTable, order: RawBuilder<unknown> | undefined) => {
  const usual = sql`round(cast(found.score as numeric), 9) desc,
    ${sql.ref(`${table}.created_at`)} desc, found.similar_count desc,
    found.similar_ioc_count desc, ${sql.ref(`${table}.id`)} desc`
  return order ? sql`${order}, ${usual}` : usual
}

const ownObservables = ({ column, table }: TargetTable) =>
  sql`select count(*) from observables as own
    where own.organization = ${sql.ref(`${table}.organization`)}
      and ${sql.ref(`own.${column}`)} = ${sql.ref(`${table}.id`)} and ${counts('own')}`

const observableCount = (target: TargetTable) => sql`(${ownObservables(target)})`
const iocCount = (target: TargetTable) => sql`(${ownObservables(target)} and own.ioc = 1)`

/** What `SimilarRequest.order` may name, where the case or alert is known by its table's name. */
export const similarityColumns = (target: Target): Record<SimilarityKey, RawBuilder<unknown>> => ({
  score: sql`round(cast(found.score as numeric), 9)`,
  similarObservableCount: sql`found.similar_count`,
  similarIocCount: sql`found.similar_ioc_count`,
  observableCount: observableCount(targets[target]),
  iocCount: iocCount(targets[target]),
})

const among = (target: TargetTable, ids: readonly string[]) =>
  sql<SqlBool>`${matched(target.column)} in (${sql.join(ids)})`

const typesOf = async <T extends Target>(
  db: Db,
  organization: string,
  request: SimilarRequest<T>,
  ids: readonly string[],
) => {
  const target = targets[request.target]
  const { rows } = await sql<{
    origin: string
    target_id: string
    data_type: string
    count: number
  }>`
    with ${walksRows} ${seedsOf(organization, request)}
    select seeds.origin as origin, ${matched(target.column)} as target_id,
      matched.data_type as data_type, count(*) as count
    from ${matchedFrom(organization, target)} and ${among(target, ids)}
    group by seeds.origin, ${matched(target.column)}, matched.data_type
    order by matched.data_type`.execute(db)
  return rows
}

interface SharedRow {
  origin: string
  target_id: string
  id: string
  data_type: string
  attachment_name: string | null
  ioc: number
  holders: number
}

const sharedWith = async <T extends Target>(
  db: Db,
  organization: string,
  request: SimilarRequest<T>,
  ids: readonly string[],
): Promise<SharedRow[]> => {
  const target = targets[request.target]
  const { rows } = await sql<SharedRow>`
    with ${walksRows} ${seedsOf(organization, request)},
    holders as materialized (
      select seeds.value_hash as value_hash, count(distinct ${matched(target.column)}) as holders
      from ${matchedFrom(organization, target)} group by seeds.value_hash),
    shared as (
      select seeds.origin as origin, ${matched(target.column)} as target_id, matched.id as id,
        holders.holders as holders, row_number() over (
          partition by seeds.origin, ${matched(target.column)}
          order by holders.holders, matched.id) as place
      from holders cross join ${matchedFrom(organization, target)}
        and holders.value_hash = seeds.value_hash and ${among(target, ids)})
    select shared.origin, shared.target_id, shared.holders, observables.id, observables.data_type,
      observables.attachment_name, observables.ioc
    from shared join observables on observables.id = shared.id
    where shared.place <= ${maxShared}
    order by shared.origin, shared.target_id, shared.place`.execute(db)
  return rows
}

const groupedBy = <R>(rows: readonly R[], key: (row: R) => string): Map<string, R[]> => {
  const groups = new Map<string, R[]>()
  for (const row of rows) {
    const group = groups.get(key(row))
    if (group) group.push(row)
    else groups.set(key(row), [row])
  }
  return groups
}

/** What the results share, and their types, by origin and target. */
export interface Details {
  readonly shared: ReadonlyMap<string, readonly SharedRow[]>
  readonly types: ReadonlyMap<string, readonly { data_type: string; count: number }[]>
}

export async function detailsOf<T extends Target>(
  db: Db,
  organization: string,
  request: SimilarRequest<T>,
  ranked: readonly Ranked[],
): Promise<Details> {
  const ids = [...new Set(ranked.map(({ id }) => id))]
  if (ids.length === 0) return { shared: new Map(), types: new Map() }
  const key = (row: { origin: string; target_id: string }) => keyOf(row.origin, row.target_id)
  return {
    shared: groupedBy(await sharedWith(db, organization, request, ids), key),
    types: groupedBy(await typesOf(db, organization, request, ids), key),
  }
}

const keyOf = (origin: string, id: string) => `${origin} ${id}`

/** The texts of what the results share; longer ones are left out, the observable has them whole. */
const longestShared = 4_096

export async function valuesOf(
  db: Db,
  organization: string,
  { shared }: Details,
  ranked: readonly Ranked[],
): Promise<ReadonlyMap<string, string>> {
  const ids = new Set(
    ranked.flatMap(({ origin, id }) => (shared.get(keyOf(origin, id)) ?? []).map((row) => row.id)),
  )
  const rows = await inPortions([...ids], async (some) => {
    const found = await sql<{ id: string; data: string | null }>`
      select observables.id, observables.data from observables
      where observables.organization = ${organization} and observables.id in (${sql.join(some)})
        and octet_length(observables.data) <= ${sql.lit(longestShared)}`.execute(db)
    return found.rows
  })
  return new Map(rows.flatMap(({ id, data }) => (data === null ? [] : [[id, data]])))
}

/** Far below the number of values that one statement may bind on either database. */
const portion = 500

async function inPortions<R>(ids: readonly string[], read: (some: string[]) => Promise<R[]>) {
  const rows: R[] = []
  for (let at = 0; at < ids.length; at += portion)
    rows.push(...(await read(ids.slice(at, at + portion))))
  return rows
}

export function similarOf<R>(
  found: Ranked,
  row: R,
  { shared, types }: Details,
  values: ReadonlyMap<string, string>,
): Similar<R> {
  const key = keyOf(found.origin, found.id)
  return {
    origin: found.origin,
    row,
    similarObservableCount: Number(found.similar_count),
    observableCount: Number(found.observable_count),
    similarIocCount: Number(found.similar_ioc_count),
    iocCount: Number(found.ioc_count),
    score: rounded(Number(found.score)),
    observableTypes: Object.fromEntries(
      (types.get(key) ?? []).map(({ data_type, count }) => [data_type, Number(count)]),
    ),
    shared: (shared.get(key) ?? []).map((one) => ({
      id: one.id,
      dataType: one.data_type,
      data: values.get(one.id) ?? null,
      attachmentName: one.attachment_name,
      ioc: one.ioc === 1,
      holders: Number(one.holders),
      weight: rounded(rarity(Number(found.all_targets), Number(one.holders))),
    })),
  }
}

/** Alerts or cases to start from, by id. */
export const observablesOf = (owner: 'alert' | 'case', ids: readonly string[]): Condition =>
  ids.length === 0
    ? sql<SqlBool>`1 = 0`
    : sql<SqlBool>`${sql.ref(`observables.${owner}_id`)} in (${sql.join(ids)})`

/** As `GET /api/alert/{id}?similarity=1` shows them. */
export async function similarCasesV0(
  db: Db,
  organization: string,
  alertId: string,
): Promise<Batches<Record<string, unknown>>> {
  const seeds = observablesOf('alert', [alertId])
  const { batches } = await findSimilar(db, organization, { target: 'case', seeds })
  return mapBatches(batches, (found) => found.map(similarCaseV0))
}

const similarCaseV0 = ({ row, ...found }: Similar<CaseRow>): Record<string, unknown> => ({
  _id: row.id,
  id: row.id,
  caseId: row.number,
  title: row.title,
  severity: row.severity,
  startDate: row.start_date,
  ...(row.end_date !== null && { endDate: row.end_date }),
  ...(row.resolution_status !== null && { resolutionStatus: row.resolution_status }),
  tags: JSON.parse(row.tags),
  tlp: row.tlp,
  status: row.status,
  similarIocCount: found.similarIocCount,
  iocCount: found.iocCount,
  similarArtifactCount: found.similarObservableCount,
  artifactCount: found.observableCount,
})
