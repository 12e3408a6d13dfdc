import type { WatchNews } from '@assay/contract'
import type { Page } from '../../domain/page.ts'
import { verdictOf } from '../../domain/values/verdict.ts'
import type { Db } from '../../storage/database.ts'
import { pageOf } from '../../storage/rows/count-owned.ts'
import { noticesRead } from '../../storage/rows/notices.ts'
import type { Watcher } from '../../storage/rows/watch-rows.ts'
import { nameOf } from './store.ts'

const levelOf = (rank: number | null) => (rank === null ? null : verdictOf(rank))

const newsOf = (db: Db, { login, organization }: Watcher, onlyUnread: boolean) =>
  db
    .selectFrom('value_news as n')
    .innerJoin('value_watches as w', 'w.id', 'n.watch_id')
    .where('w.login', '=', login)
    .where('w.organization', '=', organization)
    .$if(onlyUnread, (query) => query.where('n.read_at', 'is', null))

/** The unread first, then the newest. */
export async function listNews(
  db: Db,
  watcher: Watcher,
  onlyUnread: boolean,
  page: Page,
): Promise<{ rows: WatchNews[]; total: number }> {
  const found = newsOf(db, watcher, onlyUnread)
  const sorted = found
    .leftJoin('cases as c', (join) =>
      join.onRef('c.id', '=', 'n.case_id').onRef('c.organization', '=', 'w.organization'),
    )
    .leftJoin('alerts as a', (join) =>
      join.onRef('a.id', '=', 'n.alert_id').onRef('a.organization', '=', 'w.organization'),
    )
    .select(['n.id', 'n.watch_id', 'n.kind', 'n.at', 'n.read_at', 'n.from_level', 'n.to_level'])
    .select(['n.worker_name', 'n.job_id', 'n.case_id', 'n.alert_id'])
    .select(['w.data_type', 'w.is_file', 'w.data', 'w.file_name', 'w.level'])
    .select(['c.number', 'c.title as case_title', 'a.title as alert_title'])
    .orderBy((eb) => eb.case().when('n.read_at', 'is', null).then(0).else(1).end())
    .orderBy('n.at', 'desc')
    .orderBy('n.id')
  return pageOf(found, sorted, page, (row) => ({
    id: row.id,
    watchId: row.watch_id,
    kind: row.kind,
    at: row.at,
    isRead: row.read_at !== null,
    ...nameOf(row),
    ...(row.file_name === null ? {} : { filename: row.file_name }),
    level: levelOf(row.level),
    ...(row.kind !== 'case' && row.kind !== 'alert'
      ? { from: levelOf(row.from_level), to: levelOf(row.to_level) }
      : {}),
    ...(row.worker_name === null ? {} : { analyzer: row.worker_name }),
    ...(row.job_id === null ? {} : { jobId: row.job_id }),
    ...(row.case_id === null || row.number === null
      ? {}
      : { case: { id: row.case_id, number: row.number, title: row.case_title ?? '' } }),
    ...(row.alert_id === null || row.alert_title === null
      ? {}
      : { alert: { id: row.alert_id, title: row.alert_title } }),
  }))
}

/** Some or all; entries of other users are ignored. The notice of a watch is read with its last update. */
export const markRead = (
  db: Db,
  { login, organization }: Watcher,
  ids: readonly string[] | undefined,
  now: number,
): Promise<void> =>
  db.transaction().execute(async (tx) => {
    const read = await tx
      .updateTable('value_news')
      .set({ read_at: now })
      .where('read_at', 'is', null)
      .where('watch_id', 'in', (eb) =>
        eb
          .selectFrom('value_watches as w')
          .select('w.id')
          .where('w.login', '=', login)
          .where('w.organization', '=', organization),
      )
      .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
      .returning('watch_id')
      .execute()
    const watches = [...new Set(read.map(({ watch_id }) => watch_id))]
    if (watches.length === 0) return
    const unread = await tx
      .selectFrom('value_news')
      .select('watch_id')
      .distinct()
      .where('watch_id', 'in', watches)
      .where('read_at', 'is', null)
      .execute()
    const done = watches.filter((id) => !unread.some(({ watch_id }) => watch_id === id))
    if (done.length > 0) await noticesRead(tx, login, 'watch', done, now)
  })
