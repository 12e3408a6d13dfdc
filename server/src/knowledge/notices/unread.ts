import type { Unread } from '@assay/contract'
import type { Db } from '../../storage/database.ts'
import { countOf } from '../../storage/rows/count-owned.ts'
import { mentionsOf } from '../../storage/rows/mentions.ts'
import type { Watcher } from '../../storage/rows/watch-rows.ts'

/** What the lists of notices, mentions and updates would say, in numbers. */
export async function unreadOfUser(db: Db, { login, organization }: Watcher): Promise<Unread> {
  const notices = db
    .selectFrom('notices')
    .where('login', '=', login)
    .where('organization', '=', organization)
    .where('read_at', 'is', null)
  const mentions = mentionsOf(db, { login, organization })
  const watches = db
    .selectFrom('value_watches as w')
    .where('w.login', '=', login)
    .where('w.organization', '=', organization)
  const updates = watches
    .innerJoin('value_news as n', 'n.watch_id', 'w.id')
    .where('n.read_at', 'is', null)
  return {
    notices: await countOf(notices),
    mentions: await countOf(mentions.where('m.read_at', 'is', null)),
    allMentions: await countOf(mentions),
    updates: await countOf(updates),
    watches: await countOf(watches),
  }
}
