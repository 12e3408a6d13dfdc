import { contract } from '@assay/contract'
import { badRequest } from '../../domain/errors.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireCase } from '../parents/case.ts'
import { readPatterns, storePatterns } from './import.ts'
import { requirePattern } from './store.ts'
import { patternV1 } from './views.ts'

export function patternRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  route(contract.importPatterns, async (call) => {
    const patterns = await readPatterns(call.input.file)
    return write(deps, actorOf(call), (w) => storePatterns(w, patterns))
  })
  route(contract.getPattern, async ({ params }) => patternV1(await requirePattern(db, params.id)))
  route(contract.listCasePatterns, async ({ caller: { organization }, params }) => {
    const { id } = await requireCase(db, organization, params.id)
    const rows = await db
      .selectFrom('procedures')
      .select('pattern_id')
      .distinct()
      .where('organization', '=', organization)
      .where('case_id', '=', id)
      .orderBy('pattern_id')
      .execute()
    return rows.map(({ pattern_id }) => pattern_id)
  })
  route(contract.deletePattern, (call) =>
    write(deps, actorOf(call), async (w) => {
      const { id, pattern_id, name } = await requirePattern(w.tx, call.params.id)
      const used = await w.tx
        .selectFrom('procedures')
        .select('id')
        .where('pattern_id', '=', pattern_id)
        .limit(1)
        .executeTakeFirst()
      if (used) throw badRequest(`${pattern_id} cannot be deleted: procedures use it`)
      await w.tx.deleteFrom('patterns').where('id', '=', id).execute()
      w.record({
        operation: 'delete',
        objectType: 'pattern',
        objectId: id,
        details: { patternId: pattern_id, name },
      })
    }),
  )
}
