import { contract } from '@assay/contract'
import { isOrgadmin } from '../../domain/caller.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { type Owner, requireOwner } from '../parents/owner.ts'
import { createComment, removeComment, updateComment } from './change.ts'
import { commentRows } from './store.ts'
import { commentV1 } from './views.ts'

export function commentRoutes(route: Route, deps: PlatformDeps): void {
  type Words = CallOfOne & { input: { message: string } }
  const create = (kind: Owner['kind']) => async (call: Words) =>
    commentV1(
      await write(deps, actorOf(call), async (w) =>
        createComment(
          w,
          await requireOwner(w.tx, w.organization, kind, call.params.id),
          call.input.message,
        ),
      ),
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
