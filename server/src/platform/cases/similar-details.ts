import { sql } from 'kysely'
import { maxShared, rarity, rounded } from '../../domain/response/similarity.ts'
import { walksRows } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import {
  cappedHolders,
  checkedOrganization,
  foundFrom,
  matched,
  matchedFrom,
  type SimilarRequest,
  seedsOf,
  type Target,
  targets,
} from './similar-seeds.ts'

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
    from ${foundFrom(organization, target, ids)}
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
      select seeds.value_hash as value_hash, ${cappedHolders(
        sql`max(seeds.older)`,
        sql`count(distinct ${matched(target.column)})`,
      )} as holders
      from ${matchedFrom(organization, target)} group by seeds.value_hash),
    shared as (
      select seeds.origin as origin, ${matched(target.column)} as target_id, matched.id as id,
        holders.holders as holders, row_number() over (
          partition by seeds.origin, ${matched(target.column)}
          order by holders.holders, matched.id) as place
      from holders cross join ${foundFrom(organization, target, ids)}
        and holders.value_hash = seeds.value_hash)
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
      where ${checkedOrganization('observables')} = ${organization} and observables.id in (${sql.join(some)})
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
