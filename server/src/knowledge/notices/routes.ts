import { contract } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { ownPage } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { noticeEvent } from '../../storage/rows/notices.ts'
import { listNotices, markNoticesRead } from './store.ts'
import { unreadOfUser } from './unread.ts'

/** What the caller is told of. `storage/rows/notices.ts` writes it. */
export function noticeRoutes(route: Route, { db, bus, clock }: Deps): void {
  route(contract.listNotices, async ({ caller, input }) => {
    const page = ownPage(input, 'unread')
    const { rows, total } = await listNotices(db, caller, input.unread === true, page)
    return rowsInMemory(rows, total)
  })

  route(contract.countUnread, ({ caller }) => unreadOfUser(db, caller))

  route(contract.readNotices, async ({ caller, input }) => {
    if (input.ids?.length === 0) return
    const now = clock.now()
    await db.transaction().execute((tx) => markNoticesRead(tx, caller, input.ids, now))
    // Other windows of the same person show it, too.
    bus.publish(noticeEvent(caller, now))
  })
}
