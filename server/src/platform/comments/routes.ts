import { contract } from '@assay/contract'
import { isOrgadmin } from '../../domain/caller.ts'
import { ownPage } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, type CallOfOne, mentionEvent, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { type Owner, requireOwner } from '../parents/owner.ts'
import { createComment, removeComment, updateComment } from './change.ts'
import { listMentions, markMentionsRead, mentionPeople } from './mentions.ts'
import { commentRows } from './store.ts'
import { commentV1 } from './views.ts'

export function commentRoutes(route: Route, deps: PlatformDeps): void {
  type Words = CallOfOne & { input: { message: string } }
  const create = (kind: Owner['kind']) => async (call: Words) =>
    commentV1(
      await write(deps, actorOf(call), async (w) => {
        const owner = await requireOwner(w.tx, w.organization, kind, call.params.id)
        const row = await createComment(w, owner, call.input.message)
        // Here, not there: comments of an imported case were written to other people.
        await mentionPeople(w, row)
        return row
      }),
    )
  route(contract.createCaseComment, create('case'))
  route(contract.createAlertComment, create('alert'))
  route(contract.getComment, async ({ caller, params }) =>
    commentV1(await commentRows.require(deps.db, caller.organization, params.id)),
  )
  route(contract.updateComment, (call) =>
    write(deps, actorOf(call), async (w) =>
      updateComment(
        w,
        await commentRows.require(w.tx, w.organization, call.params.id),
        call.input.message,
      ),
    ),
  )
  route(contract.deleteComment, (call) =>
    write(deps, actorOf(call), async (w) =>
      removeComment(
        w,
        await commentRows.require(w.tx, w.organization, call.params.id),
        isOrgadmin(call.caller),
      ),
    ),
  )
}

/** Comments that name the caller. */
export function mentionRoutes(route: Route, { db, bus, clock }: PlatformDeps): void {
  route(contract.listMentions, async ({ caller, input }) => {
    const page = ownPage(input, 'unread')
    const { rows, total } = await listMentions(db, caller, input.unread === true, page)
    return rowsInMemory(rows, total)
  })

  route(contract.readMentions, async ({ caller, input }) => {
    if (input.ids?.length === 0) return
    const now = clock.now()
    await markMentionsRead(db, caller, input.ids, now)
    // Other windows of the same person show it, too.
    bus.publish(mentionEvent(caller.organization, caller.login, { id: '', case_id: null }, now))
  })
}
