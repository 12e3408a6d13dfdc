import { type RawBuilder, sql } from 'kysely'
import { maxCounted, maxSimilar, type SimilarityKey } from '../../domain/response/similarity.ts'
import { type Batches, mapBatches, type Rows } from '../../domain/rows.ts'
import { walksRows } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { readById } from '../../storage/rows/pages.ts'
import { rowsOf } from '../parents/rows.ts'
import type { AlertRow, CaseRow } from '../rows.ts'
import { detailsOf, type Ranked, type Similar, similarOf, valuesOf } from './similar-details.ts'
import {
  cappedHolders,
  checkedOrganization,
  isAllowed,
  isCounted,
  matched,
  matchedFrom,
  observablesOf,
  olderFrom,
  type SimilarRequest,
  seedsOf,
  type Target,
  type TargetTable,
  targets,
} from './similar-seeds.ts'

type TargetRow = { case: CaseRow; alert: AlertRow }

/**
 * Cases or alerts that hold the same values, best first: same text or same file, whatever the data type.
 * Ignored observables count nowhere. The query goes from the few values that we start from through the
 * index `observables_by_holder`; `seedsOf` says how far. The number of rows is unknown in advance, so it
 * does not run in the event loop.
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
      select cast(count(*) as double precision) as targets from (
        select 1 from ${table} where ${table}.organization = ${organization}
        limit ${sql.lit(maxCounted)}) as counted),
    newest as materialized (${pairsOf(target, matchedFrom(organization, target))}),
    candidates as materialized (
      select distinct target_id from newest
      where exists (select 1 from seeds where seeds.older is not null)),
    pairs as materialized (
      select * from newest
      union all
      ${pairsOf(target, olderFrom(organization, target))}),
    holders as materialized (
      select seeds.origin as origin, seeds.value_hash as value_hash,
        ${cappedHolders(sql`max(seeds.older)`, sql`count(*)`)} as holders
      from seeds join newest on newest.origin = seeds.origin and newest.value_hash = seeds.value_hash
      group by seeds.origin, seeds.value_hash),
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

/** Who holds which value. */
const pairsOf = ({ column }: TargetTable, from: RawBuilder<unknown>) =>
  sql`select seeds.origin as origin, ${matched(column)} as target_id,
      matched.value_hash as value_hash, count(*) as observables, sum(matched.ioc) as iocs
    from ${from} group by seeds.origin, ${matched(column)}, matched.value_hash`

/** The score first; then what is newest, and what shares most. */
const orderOf = ({ table }: TargetTable, order: RawBuilder<unknown> | undefined) => {
  const usual = sql`round(cast(found.score as numeric), 9) desc,
    ${sql.ref(`${table}.created_at`)} desc, found.similar_count desc,
    found.similar_ioc_count desc, ${sql.ref(`${table}.id`)} desc`
  return order ? sql`${order}, ${usual}` : usual
}

const ownObservables = ({ column, table }: TargetTable) =>
  sql`select count(*) from observables as own
    where ${checkedOrganization('own')} = ${sql.ref(`${table}.organization`)}
      and ${sql.ref(`own.${column}`)} = ${sql.ref(`${table}.id`)} and ${isCounted('own')}`

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
