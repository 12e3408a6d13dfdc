import { contract } from '@assay/contract'
import { notFound } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import { changeTag, refuseUsedTag, removeTag } from './change.ts'
import { tagColumns } from './store.ts'
import { tagV1, tagViews } from './views.ts'

/** Lists are in `query/routes.ts`, with all others. */
export function tagRoutes(route: Route, deps: PlatformDeps): void {
  const { db, dialect } = deps
  const both = bothVersions(route, db, tagViews)

  const required = async ({ caller, params: { id } }: CallOfOne) => {
    const row = await db
      .selectFrom('tags')
      .select(tagColumns)
      .where('organization', '=', caller.organization)
      .where(isEntityId(id) ? 'id' : 'name', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound('Tag', id)
    return row
  }
  both(contract.getTag, contract.getTagV1, required)

  route(contract.updateTag, async (call) => {
    const row = await required(call)
    await call.refuseChanges(async () => tagV1(row))
    await write(deps, actorOf(call), (w) => changeTag(w, row, call.input))
  })
  route(contract.deleteTag, async (call) => {
    const row = await required(call)
    await refuseUsedTag(db, dialect, row)
    await write(deps, actorOf(call), (w) => removeTag(w, row))
  })
}
