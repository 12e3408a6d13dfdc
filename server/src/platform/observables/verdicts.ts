import type { VerdictLevel } from '@assay/contract'
import { type SqlBool, sql } from 'kysely'
import { maxShownLength, type NamedValue, valueKey } from '../../domain/values/key.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'

/** How many values of an alert or a case have each verdict. */
export type VerdictCounts = Record<VerdictLevel | 'unasked', number>

/** Of each alert or case the first so many are looked at: a list shows how bad it is, not a sum. */
const maxOfEach = 200

/** By alert or case; what has no values has no entry. */
export async function verdictCounts(
  db: Db,
  organization: string,
  holder: 'alert_id' | 'case_id',
  ids: readonly string[],
): Promise<Map<string, VerdictCounts>> {
  const held = await valuesOf(db, organization, holder, ids)
  const worst = await levelsOf(
    db,
    organization,
    held.flatMap(({ key }) => key),
  )
  const own = holder === 'case_id' ? await decidedIn(db, organization, ids) : new Map()
  const counts = new Map<string, VerdictCounts>()
  for (const { id, key } of held) {
    const of = counts.get(id) ?? { malicious: 0, suspicious: 0, safe: 0, none: 0, unasked: 0 }
    const level: number | undefined = own.get(`${id} ${key}`) ?? worst.get(key)
    of[level === undefined ? 'unasked' : verdictOf(level)] += 1
    counts.set(id, of)
  }
  return counts
}

async function valuesOf(
  db: Db,
  organization: string,
  holder: 'alert_id' | 'case_id',
  ids: readonly string[],
) {
  const rows = await inBatches(ids, (some) =>
    db
      .selectFrom((eb) =>
        eb
          .selectFrom('observables')
          .select(['id as observable', `${holder} as holder`])
          .select(
            sql<number>`row_number() over (partition by ${sql.ref(holder)} order by created_at, id)`.as(
              'place',
            ),
          )
          .where('organization', '=', organization)
          .where(holder, 'in', some)
          .as('first'),
      )
      .innerJoin('observables', 'observables.id', 'first.observable')
      .select(['first.holder', 'data_type', 'value_hash'])
      .select(
        sql<
          string | null
        >`case when octet_length(data) <= ${sql.lit(maxShownLength)} then data end`.as('data'),
      )
      .select(sql<number>`case when attachment_id is null then 0 else 1 end`.as('is_file'))
      .where(sql<SqlBool>`first.place <= ${sql.lit(maxOfEach)}`)
      .execute(),
  )
  return rows.flatMap(({ holder: id, data_type, data, value_hash, is_file }) => {
    const isFile = is_file === 1
    // A longer text is not read for a list, and so not counted.
    if (id === null || (data === null && !isFile)) return []
    const value: NamedValue = isFile
      ? { dataType: data_type, hash: value_hash }
      : { dataType: data_type, data: data ?? '' }
    return [{ id, key: valueKey(value) }]
  })
}

/** What analysts decided for these cases alone, by case and value. */
async function decidedIn(db: Db, organization: string, ids: readonly string[]) {
  const rows = await inBatches(ids, (some) =>
    db
      .selectFrom('analyst_verdicts')
      .select(['case_id', 'value_hash', 'level'])
      .where('organization', '=', organization)
      .where('case_id', 'in', some)
      .where('ended_at', 'is', null)
      .execute(),
  )
  return new Map(rows.map((row) => [`${row.case_id} ${row.value_hash}`, row.level]))
}

/**
 * What an analyst decided, which has the highest rank, or the worst latest verdict of any analyzer, by value; values that were never analyzed are missing.
 */
async function levelsOf(db: Db, organization: string, keys: readonly string[]) {
  const rows = await inBatches(keys, (some) =>
    db
      .selectFrom('value_answers')
      .select(['value_hash', (eb) => eb.fn.max('level').as('level')])
      .where('organization', '=', organization)
      .where('value_hash', 'in', some)
      .where('level', 'is not', null)
      .groupBy('value_hash')
      .execute(),
  )
  return new Map(rows.map(({ value_hash, level }) => [value_hash, Number(level)]))
}
