import { contract, type Watch } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import type { Caller, Origin } from '../../domain/caller.ts'
import { notFound } from '../../domain/errors.ts'
import { ownPage } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import type { Db } from '../../storage/database.ts'
import { transact } from '../../storage/rows/prepared.ts'
import { newsEvent, notifyOfVerdict } from '../../storage/rows/watch-news.ts'
import { addWatch, setEvery, type WatchRow } from '../../storage/rows/watch-rows.ts'
import { reasonsFrom, verdictFrom } from '../values/answers.ts'
import { decisionPart, knownOf } from '../values/decisions.ts'
import { holdersOf } from '../values/holders.ts'
import { wantedOf } from '../values/named.ts'
import { listNews, markRead } from './news.ts'
import { listOf, nameOf, removeWatch, requireWatch, unreadOf, wantedOfRow } from './store.ts'

interface Call {
  readonly caller: Caller
  readonly origin: Origin
}

/** Watched values, per user. `storage/rows/watch-news.ts` writes the notifications. */
export function watchRoutes(route: Route, deps: Deps): void {
  const { db, dialect, clock } = deps

  const viewsOf = async (caller: Caller, rows: readonly WatchRow[]): Promise<Watch[]> => {
    const { organization } = caller
    const wanted = rows.map(wantedOfRow)
    const [{ answers, decisions }, held, unread] = await Promise.all([
      knownOf(
        db,
        organization,
        wanted.map(({ key }) => key),
      ),
      holdersOf(db, organization, wanted),
      unreadOf(
        db,
        rows.map(({ id }) => id),
      ),
    ])
    return rows.map((row) => {
      const said = answers.get(row.value_hash) ?? []
      const { cases = [], alerts = 0 } = held.get(row.value_hash) ?? {}
      return {
        id: row.id,
        ...nameOf(row),
        ...(row.file_name === null ? {} : { filename: row.file_name }),
        every: row.every ?? 'none',
        ...(row.next_at === null ? {} : { nextAt: row.next_at }),
        createdAt: row.created_at,
        unread: unread.get(row.id) ?? 0,
        ...verdictFrom(said),
        reasons: reasonsFrom(said).slice(0, 2),
        cases,
        alerts,
        ...decisionPart(decisions.get(row.value_hash), said),
      }
    })
  }
  const viewOf = async (caller: Caller, row: WatchRow): Promise<Watch> => {
    const [view] = await viewsOf(caller, [row])
    if (!view) throw notFound('watch', row.id)
    return view
  }

  const recorded = (
    tx: Db,
    { caller: { login, organization }, origin }: Call,
    operation: 'create' | 'update' | 'delete',
    row: WatchRow,
  ) =>
    audit(tx, { login, ...origin }, clock.now(), {
      action: `watch.${operation}`,
      objectType: 'watch',
      objectId: row.id,
      organization,
      details: { ...nameOf(row), every: row.every ?? 'none' },
    })
  /** Other windows of the same person show it, too. */
  const notify = ({ organization, login }: Caller, watchId: string) =>
    deps.bus.publish(newsEvent({ organization, login, watch_id: watchId }, clock.now()))

  route(contract.watchValue, async ({ caller, origin, input }) => {
    const { filename, every, ...name } = input
    const wanted = wantedOf(name)
    const watch = await db.transaction().execute(async (tx) => {
      const added = await addWatch(tx, dialect, caller, { wanted, filename, every }, clock.now())
      if (added.isNew || every !== undefined)
        await recorded(tx, { caller, origin }, added.isNew ? 'create' : 'update', added.watch)
      return added.watch
    })
    // An answer that was stored in the same moment saw no watcher.
    const { organization, value_hash } = watch
    const seen = { organization, value_hash, worker_name: null, job_id: null }
    await transact(db, () => notifyOfVerdict(dialect, seen, clock.now()))
    notify(caller, watch.id)
    return viewOf(caller, watch)
  })

  route(contract.listWatches, async ({ caller, input }) => {
    const page = ownPage(input, 'text')
    const text = input.text === '' ? undefined : input.text
    const { rows, total } = await listOf(db, dialect, caller, text, page)
    return rowsInMemory(await viewsOf(caller, rows), total)
  })

  route(contract.updateWatch, async ({ caller, origin, params, input, refuseChanges }) => {
    await refuseChanges(async () => viewOf(caller, await requireWatch(db, caller, params.id)))
    const watch = await db.transaction().execute(async (tx) => {
      const row = await setEvery(tx, caller, params.id, input.every, clock.now())
      await recorded(tx, { caller, origin }, 'update', row)
      return row
    })
    notify(caller, watch.id)
    return viewOf(caller, watch)
  })

  route(contract.stopWatching, async ({ caller, origin, params }) => {
    await db.transaction().execute(async (tx) => {
      const row = await removeWatch(tx, caller, params.id)
      await recorded(tx, { caller, origin }, 'delete', row)
    })
    notify(caller, params.id)
  })

  route(contract.listWatchNews, async ({ caller, input }) => {
    const page = ownPage(input, 'unread')
    const { rows, total } = await listNews(db, caller, input.unread === true, page)
    return rowsInMemory(rows, total)
  })

  route(contract.readWatchNews, async ({ caller, input }) => {
    if (input.ids?.length === 0) return
    await markRead(db, caller, input.ids, clock.now())
    notify(caller, '')
  })
}
