import type { Notice } from '@assay/contract'
import type { Page } from '../../domain/page.ts'
import type { Db } from '../../storage/database.ts'
import { pageOf } from '../../storage/rows/count-owned.ts'
import type { Watcher } from '../../storage/rows/watch-rows.ts'

/** The unread first, then the newest. */
export async function listNotices(
  db: Db,
  { login, organization }: Watcher,
  onlyUnread: boolean,
  page: Page,
): Promise<{ rows: Notice[]; total: number }> {
  const found = db
    .selectFrom('notices')
    .where('login', '=', login)
    // A user who came from another organization no longer sees what happened there.
    .where('organization', '=', organization)
    .$if(onlyUnread, (query) => query.where('read_at', 'is', null))
  const sorted = found
    .selectAll()
    .orderBy((eb) => eb.case().when('read_at', 'is', null).then(0).else(1).end())
    .orderBy('at', 'desc')
    .orderBy('id')
  return pageOf(found, sorted, page, (row) => ({
    id: row.id,
    at: row.at,
    isRead: row.read_at !== null,
    kind: row.kind,
    objectType: row.object_type,
    objectId: row.object_id,
    parameters: JSON.parse(row.parameters),
  }))
}

/** Some or all; those of other users are ignored. Mentions and updates behind them are read with them. */
export async function markNoticesRead(
  tx: Db,
  { login, organization }: Watcher,
  ids: readonly string[] | undefined,
  now: number,
): Promise<void> {
  const read = await tx
    .updateTable('notices')
    .set({ read_at: now })
    .where('login', '=', login)
    .where('organization', '=', organization)
    .where('read_at', 'is', null)
    .$if(ids !== undefined, (query) => query.where('id', 'in', ids ?? []))
    .returning(['object_type', 'object_id'])
    .execute()
  const idsOf = (type: Notice['objectType']) =>
    read.flatMap(({ object_type, object_id }) => (object_type === type ? object_id : []))
  const comments = idsOf('comment')
  if (comments.length > 0)
    await tx
      .updateTable('mentions')
      .set({ read_at: now })
      .where('login', '=', login)
      .where('read_at', 'is', null)
      .where('comment_id', 'in', comments)
      .execute()
  const watches = idsOf('watch')
  if (watches.length > 0)
    await tx
      .updateTable('value_news')
      .set({ read_at: now })
      .where('read_at', 'is', null)
      .where('watch_id', 'in', (eb) =>
        eb
          .selectFrom('value_watches as w')
          .select('w.id')
          .where('w.login', '=', login)
          .where('w.organization', '=', organization)
          .where('w.id', 'in', watches),
      )
      .execute()
}
