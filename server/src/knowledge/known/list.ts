import { type ListedValue, maxListed, type ValueTotal } from '@assay/contract'
import { sql } from 'kysely'
import type { Page } from '../../domain/page.ts'
import { movesOf, readChanges, verdictOf } from '../../domain/values/verdict.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { reasonsFrom, verdictFrom } from '../values/answers.ts'
import { decisionPart, knownOf } from '../values/decisions.ts'
import { headlinesOfMany } from '../values/headline.ts'
import { holdersOf } from '../values/holders.ts'
import { wantedOf } from '../values/named.ts'
import type { MayShow } from '../values/visible.ts'
import { branchesOf, isRare, type KnownQuery, known } from './filter.ts'

const columns = { lastSeen: 'k.last_seen', firstSeen: 'k.first_seen', seen: 'k.seen' } as const
export type SortKey = keyof typeof columns

/** Keys of a page, in order. Each verdict gives its first ones, so none is read to its end. */
export async function pageOf(
  db: Db,
  dialect: Dialect,
  query: KnownQuery,
  sort: { readonly by: SortKey; readonly descending: boolean },
  { offset, limit }: Page,
): Promise<string[]> {
  const direction = sort.descending ? 'desc' : 'asc'
  // Another order would read every row for a rare text: those that fit are found first.
  const isFoundFirst = isRare(query) && sort.by !== 'lastSeen'
  const parts = await Promise.all(
    branchesOf(query).map((level) =>
      (isFoundFirst ? among(db, dialect, query, level) : known(db, dialect, query, level))
        .select(['k.value_hash', `${columns[sort.by]} as at`])
        .modifyFront(slowly)
        .orderBy(columns[sort.by], direction)
        .orderBy('k.value_hash', direction)
        .limit(offset + limit)
        .execute(),
    ),
  )
  const sign = sort.descending ? -1 : 1
  return parts
    .flat()
    .sort((a, b) => sign * (a.at - b.at || (a.value_hash < b.value_hash ? -1 : 1)))
    .slice(offset, offset + limit)
    .map(({ value_hash }) => value_hash)
}

const among = (db: Db, dialect: Dialect, query: KnownQuery, level: readonly number[]) =>
  db
    .selectFrom('known_values as k')
    .where('k.organization', '=', query.organization)
    .where('k.value_hash', 'in', (eb) =>
      eb
        .selectFrom(
          known(db, dialect, query, level)
            .select('k.value_hash')
            .orderBy('k.last_seen', 'desc')
            .limit(maxListed + 1)
            .as('found'),
        )
        .select('found.value_hash'),
    )

/** Of a filter, up to the limit: above it "at least". */
export async function totalOf(db: Db, dialect: Dialect, query: KnownQuery): Promise<ValueTotal> {
  let count = 0
  for (const level of branchesOf(query)) {
    if (count > maxListed) break
    const row = await db
      .selectFrom(
        known(db, dialect, query, level)
          .select(sql<number>`1`.as('one'))
          .limit(maxListed + 1)
          .as('counted'),
      )
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .modifyFront(slowly)
      .executeTakeFirstOrThrow()
    count += Number(row.count)
  }
  return { count: Math.min(count, maxListed), atLeast: count > maxListed }
}

/** Whole rows of these observables, in their order. */
export async function listedValues(
  db: Db,
  organization: string,
  keys: readonly string[],
  mayShow: MayShow,
): Promise<ListedValue[]> {
  if (keys.length === 0) return []
  const rows = await db
    .selectFrom('known_values')
    .selectAll()
    .where('organization', '=', organization)
    .where('value_hash', 'in', keys)
    .execute()
  const named = rows.map((row) => {
    const hashes = JSON.parse(row.text_hashes) as string[]
    const name =
      row.is_file === 1
        ? { dataType: row.data_type, hash: hashes[0] ?? '' }
        : { dataType: row.data_type, data: row.data ?? '' }
    return { row, name, wanted: { ...wantedOf(name), key: row.value_hash, hashes } }
  })
  const wanted = named.map((one) => one.wanted)
  const [{ answers, decisions }, held] = await Promise.all([
    knownOf(db, organization, keys),
    holdersOf(db, organization, wanted),
  ])
  const headlines = await headlinesOfMany(db, organization, wanted, mayShow, answers)
  const found = new Map(
    named.map(({ row, name }): [string, ListedValue] => {
      const said = answers.get(row.value_hash) ?? []
      const headline = headlines.get(row.value_hash)
      const [move] = movesOf(said.map(({ changes }) => readChanges(changes)))
      const { cases = [], caseCount = 0, alerts = 0 } = held.get(row.value_hash) ?? {}
      return [
        row.value_hash,
        {
          key: row.value_hash,
          ...name,
          ...(row.file_name === null ? {} : { filename: row.file_name }),
          ...verdictFrom(said),
          ...decisionPart(decisions.get(row.value_hash), said),
          ...(headline === undefined ? {} : { headline }),
          reasons: reasonsFrom(said).slice(0, 2),
          firstSeen: row.first_seen,
          lastSeen: row.last_seen,
          seen: row.seen,
          cases,
          caseCount,
          alerts,
          ...(row.changed_at === null ? {} : { changedAt: row.changed_at }),
          ...(move?.from === undefined ? {} : { previousLevel: verdictOf(move.from) }),
          tags: JSON.parse(row.tags) as string[],
        },
      ]
    }),
  )
  return keys.flatMap((key) => found.get(key) ?? [])
}
