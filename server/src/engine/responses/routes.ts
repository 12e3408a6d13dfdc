import { contract } from '@assay/contract'
import { notFound } from '../../domain/errors.ts'
import { ownPage } from '../../domain/page.ts'
import { rowsInMemory } from '../../domain/rows.ts'
import type { Route } from '../../http/route.ts'
import type { EngineDeps } from '../deps.ts'
import { findResponse } from '../gates/store.ts'
import { resolve, resumeUndos, undoNow } from './by-hand.ts'
import { approve, reject, unknownFilter, withdraw } from './decide.ts'
import { listResponseRows } from './list.ts'
import { responseView } from './views.ts'

export function responseRoutes(route: Route, deps: EngineDeps): void {
  const { db } = deps

  route(contract.listResponses, async ({ caller, input }) => {
    const page = ownPage(input, 'state, open, responder and jobId')
    if (input.state !== undefined && input.open === true) throw unknownFilter()
    const { rows, total } = await listResponseRows(db, caller.organization, input, page)
    return rowsInMemory(
      rows.map((row) => responseView(row, caller)),
      total,
    )
  })

  route(contract.getResponse, async ({ caller, params: { id } }) => {
    const row = await findResponse(db, caller.organization, id)
    if (!row) throw notFound('response', id)
    return responseView(row, caller)
  })

  route(contract.approveResponse, async ({ caller, origin, params: { id }, input }) =>
    responseView(await approve(deps, { caller, origin, id, reason: input.reason }), caller),
  )

  route(contract.rejectResponse, async ({ caller, origin, params: { id }, input }) =>
    responseView(await reject(deps, { caller, origin, id, reason: input.reason }), caller),
  )

  route(contract.undoResponse, async ({ caller, origin, params: { id }, input }) =>
    responseView(await undoNow(deps, { caller, origin, id, reason: input.reason }), caller),
  )

  route(contract.resolveResponse, async ({ caller, origin, params: { id }, input }) =>
    responseView(await resolve(deps, { caller, origin, id, reason: input.reason }), caller),
  )

  route(contract.resumeUndos, async ({ caller, origin }) => ({
    resumed: await resumeUndos(deps, { caller, origin }),
  }))

  route(contract.withdrawResponse, async ({ caller, origin, params: { id }, input }) =>
    responseView(await withdraw(deps, { caller, origin, id, reason: input.reason }), caller),
  )
}
