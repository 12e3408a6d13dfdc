import { contract } from '@assay/contract'
import type { Deps } from '../../deps.ts'
import { ownPage } from '../../domain/page.ts'
import { mayCall } from '../../domain/roles.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { audit } from '../../identity/audit/store.ts'
import { putView, removeView, viewOf, viewsOf } from './store.ts'

/** Named filters of lists, own and shared in the organization. */
export function listViewRoutes(route: Route, { db, dialect, clock }: Deps): void {
  route(contract.listListViews, async ({ caller, input }) => {
    const { rows, total } = await viewsOf(db, caller, ownPage(input, 'the rows'))
    return rowsInMemory(
      rows.map((row) => viewOf(row, caller)),
      total,
    )
  })

  route(contract.createListView, async ({ caller, origin, input }) => {
    const { organization, login } = caller
    const given = { ...input, name: input.name.trim(), shared: input.shared ?? false }
    const row = await db.transaction().execute(async (tx) => {
      const made = await putView(tx, dialect, caller, given, clock.now())
      await audit(tx, { login, ...origin }, clock.now(), {
        action: 'list-view.create',
        objectType: 'list-view',
        objectId: made.id,
        organization,
        details: given,
      })
      return made
    })
    return viewOf(row, caller)
  })

  route(contract.deleteListView, async ({ caller, origin, params }) => {
    const { organization, login } = caller
    await db.transaction().execute(async (tx) => {
      const { name, list } = await removeView(
        tx,
        caller,
        params.id,
        mayCall(caller.roles, ['orgadmin']),
      )
      await audit(tx, { login, ...origin }, clock.now(), {
        action: 'list-view.delete',
        objectType: 'list-view',
        objectId: params.id,
        organization,
        details: { name, list },
      })
    })
  })
}
