import { contract } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { notFound } from '../../domain/errors.ts'
import { ownPage } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import type { EngineDeps } from '../deps.ts'
import { findResponse, type ResponseRow } from '../gates/store.ts'
import { resolve, resumeUndos, undoNow } from './by-hand.ts'
import { approve, reject, unknownFilter, withdraw } from './decide.ts'
import { listResponseRows } from './list.ts'
import { responseViews } from './views.ts'

export function responseRoutes(route: Route, deps: EngineDeps): void {
  const { db } = deps
  const viewOf = async (caller: Caller, row: ResponseRow) => {
    const [view] = await responseViews(db, caller, [row])
    if (!view) throw notFound('response', row.id)
    return view
  }

  route(contract.listResponses, async ({ caller, input }) => {
    const page = ownPage(input, 'state, open, responder and jobId')
    if (input.state !== undefined && input.open === true) throw unknownFilter()
    const { rows, total } = await listResponseRows(db, caller.organization, input, page)
    return rowsInMemory(await responseViews(db, caller, rows), total)
  })

  route(contract.getResponse, async ({ caller, params: { id } }) => {
    const row = await findResponse(db, caller.organization, id)
    if (!row) throw notFound('response', id)
    return viewOf(caller, row)
  })

  route(contract.approveResponse, async ({ caller, origin, params: { id }, input }) =>
    viewOf(caller, await approve(deps, { caller, origin, id, reason: input.reason })),
  )

  route(contract.rejectResponse, async ({ caller, origin, params: { id }, input }) =>
    viewOf(caller, await reject(deps, { caller, origin, id, reason: input.reason })),
  )

  route(contract.undoResponse, async ({ caller, origin, params: { id }, input }) =>
    viewOf(caller, await undoNow(deps, { caller, origin, id, reason: input.reason })),
  )

  route(contract.resolveResponse, async ({ caller, origin, params: { id }, input }) =>
    viewOf(caller, await resolve(deps, { caller, origin, id, reason: input.reason })),
  )

  route(contract.resumeUndos, async ({ caller, origin }) => ({
    resumed: await resumeUndos(deps, { caller, origin }),
  }))

  route(contract.withdrawResponse, async ({ caller, origin, params: { id }, input }) =>
    viewOf(caller, await withdraw(deps, { caller, origin, id, reason: input.reason })),
  )
}
