import { contract } from '@assay/contract'
import { notFound } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Route } from '../../http/route.ts'
import type { PlatformDeps } from '../deps.ts'
import { bothVersions } from '../render/both-versions.ts'
import { tagColumns } from './store.ts'
import { tagViews } from './views.ts'

/** Lists are in `query/routes.ts`, with all others. */
export function tagRoutes(route: Route, { db }: PlatformDeps): void {
  const both = bothVersions(route, db, tagViews)

  both(contract.getTag, contract.getTagV1, async ({ caller, params: { id } }) => {
    const row = await db
      .selectFrom('tags')
      .select(tagColumns)
      .where('organization', '=', caller.organization)
      .where(isEntityId(id) ? 'id' : 'name', '=', id)
      .executeTakeFirst()
    if (!row) throw notFound('Tag', id)
    return row
  })
}
