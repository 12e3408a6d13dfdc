import type { ValueBar } from '@assay/contract'
import { sql } from 'kysely'
import { rankOf } from '../../domain/values/verdict.ts'
import type { Dialect } from '../../storage/common/dialect.ts'
import { slowly } from '../../storage/common/text-walk.ts'
import type { Db } from '../../storage/database.ts'
import { branchesOf, type KnownQuery, known } from './filter.ts'

const hour = 3_600_000

/** Equal steps from the first that was seen until now, none shorter than an hour. */
export async function timelineOf(
  db: Db,
  dialect: Dialect,
  given: KnownQuery,
  steps: number,
  now: number,
): Promise<{ first: number | null; bars: ValueBar[] }> {
  const { since: _since, until: _until, ...filter } = given.filter
  const query = { ...given, filter }
  const oldest = await db
    .selectFrom('known_values')
    .select('last_seen')
    .where('organization', '=', query.organization)
    .orderBy('last_seen')
    .limit(1)
    .executeTakeFirst()
  if (!oldest) return { first: null, bars: [] }
  const first = Math.min(oldest.last_seen, now)
  const stepMs = Math.max(hour, Math.ceil((now + 1 - first) / steps / hour) * hour)
  const bars = Array.from({ length: Math.ceil((now + 1 - first) / stepMs) }, (_, at) => ({
    at: first + at * stepMs,
    until: first + (at + 1) * stepMs,
    malicious: 0,
    suspicious: 0,
    other: 0,
  }))
  const counted = await Promise.all(
    branchesOf(query).map((level) =>
      known(db, dialect, query, level)
        .select([
          sql<number>`(k.last_seen - ${sql.lit(first)}) / ${sql.lit(stepMs)}`.as('step'),
          'k.level',
          sql<number>`count(*)`.as('count'),
        ])
        .modifyFront(slowly)
        .groupBy([sql`1`, 'k.level'])
        .execute(),
    ),
  )
  for (const { step, level, count } of counted.flat()) {
    // What was stored by a process whose clock is ahead belongs to now.
    const bar = bars[Math.min(Number(step), bars.length - 1)]
    if (!bar) continue
    if (level === rankOf('malicious')) bar.malicious += Number(count)
    else if (level === rankOf('suspicious')) bar.suspicious += Number(count)
    else bar.other += Number(count)
  }
  return { first, bars }
}
