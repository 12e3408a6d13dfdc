import { type SqlBool, sql } from 'kysely'
import type { Working } from '../../background/background.ts'
import { startSweep } from '../../background/sweep.ts'
import type { Deps } from '../../deps.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { type NoticedPerson, noticeEvent, notify } from '../../storage/rows/notices.ts'

const everyMs = 5_000
/** Small steps: writers wait for them. */
const step = 50

/**
 * Updates of watched observables become notices a little later: they are written where jobs end, which must stay
 * cheap, by older versions too.
 */
export const startNoticesOfNews = (deps: Deps): Working =>
  startSweep(deps.background, {
    name: 'notices of updates',
    everyMs,
    step: () => noticeNews(deps),
  })

/** Each by one process, whichever is first. Answers whether there may be more. */
export async function noticeNews({
  db,
  clock,
  bus,
}: Pick<Deps, 'db' | 'clock' | 'bus'>): Promise<boolean> {
  const rows = await unnoticed(db)
  for (const row of rows) {
    const told = await db.transaction().execute(async (tx): Promise<NoticedPerson[]> => {
      const { numUpdatedRows } = await tx
        .updateTable('value_news')
        .set({ noticed_at: row.at })
        .where('id', '=', row.id)
        .where('at', '=', row.at)
        .where(sql<SqlBool>`(noticed_at is null or noticed_at <> at)`)
        .executeTakeFirst()
      // Another process was faster, or it was read meanwhile.
      if (numUpdatedRows === 0n || row.read_at !== null) return []
      return notify(tx, row.organization, [row.login], noticeOf(row), row.at)
    })
    for (const one of told) bus.publish(noticeEvent(one, clock.now()))
  }
  return rows.length === step
}

type News = Awaited<ReturnType<typeof unnoticed>>[number]

const unnoticed = (db: Db) =>
  db
    .selectFrom('value_news as n')
    .innerJoin('value_watches as w', 'w.id', 'n.watch_id')
    .leftJoin('cases as c', (join) =>
      join.onRef('c.id', '=', 'n.case_id').onRef('c.organization', '=', 'w.organization'),
    )
    .leftJoin('alerts as a', (join) =>
      join.onRef('a.id', '=', 'n.alert_id').onRef('a.organization', '=', 'w.organization'),
    )
    .select(['n.id', 'n.watch_id', 'n.kind', 'n.at', 'n.read_at', 'n.from_level', 'n.to_level'])
    .select(['n.worker_name', 'n.case_id', 'n.alert_id', 'w.organization', 'w.login'])
    .select(['w.data_type', 'w.is_file', 'w.data', 'w.file_name'])
    .select(['c.number', 'c.title as case_title', 'c.tlp as case_tlp'])
    .select(['a.title as alert_title', 'a.tlp as alert_tlp'])
    .where(sql<SqlBool>`(n.noticed_at is null or n.noticed_at <> n.at)`)
    .orderBy('n.at')
    .limit(step)
    .execute()

const kinds = {
  verdict: 'watched',
  case: 'watched',
  alert: 'watched',
  contradicted: 'contradicted',
  expired: 'verdictExpired',
} as const

function noticeOf(row: News) {
  const title = row.case_title ?? row.alert_title
  const tlp = row.case_tlp ?? row.alert_tlp
  const isVerdict = row.kind !== 'case' && row.kind !== 'alert'
  return {
    kind: kinds[row.kind],
    objectType: 'watch' as const,
    objectId: row.watch_id,
    parameters: {
      dataType: row.data_type,
      data: row.file_name ?? row.data,
      ...(row.is_file === 1 ? { hash: row.data } : {}),
      ...(isVerdict && row.from_level !== null ? { from: verdictOf(row.from_level) } : {}),
      ...(isVerdict && row.to_level !== null ? { to: verdictOf(row.to_level) } : {}),
      ...(row.worker_name === null ? {} : { name: row.worker_name }),
      ...(row.case_id === null ? {} : { caseId: row.case_id }),
      ...(row.number === null ? {} : { number: row.number }),
      ...(title === null ? {} : { title }),
      ...(tlp === null ? {} : { tlp }),
    },
  }
}
