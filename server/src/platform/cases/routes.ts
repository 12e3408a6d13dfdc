import { contract, type Input } from '@assay/contract'
import type { Caller, Origin } from '../../domain/caller.ts'
import { notFound } from '../../domain/errors.ts'
import { mapBatches } from '../../domain/rows.ts'
import { asArray, type Route } from '../../http/route.ts'
import { readById } from '../../storage/row-pages.ts'
import { findCaseTemplate } from '../case-templates/store.ts'
import { actorOf, type Writing, write } from '../changes/write.ts'
import { definitionsFor } from '../custom-fields/store.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireCase } from '../parents/case.ts'
import { caseV0 } from '../render/v0.ts'
import { caseV1 } from '../render/v1.ts'
import type { CaseRow } from '../rows.ts'
import { createCase } from './create.ts'
import { readCaseChange, readNewCase, templateName } from './inputs.ts'
import { mergeCases } from './merge.ts'
import { removeCase } from './remove.ts'
import { rowsOf } from './similar.ts'
import { addCaseStats } from './stats.ts'
import { type CaseChange, updateCase } from './update.ts'

export function caseRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const v1Of = async (row: CaseRow) => caseV1(row, await definitionsFor(db, row))

  const create = (caller: Caller, origin: Origin, input: Input<typeof contract.createCase>) =>
    write(deps, actorOf(caller, origin), async (w) =>
      createCase(w, readNewCase(input, await namedTemplate(w, templateName(input)))),
    )
  route(contract.createCase, async ({ caller, origin, input }) =>
    caseV0(await create(caller, origin, input)),
  )
  route(contract.createCaseV1, async ({ caller, origin, input }) =>
    v1Of(await create(caller, origin, input)),
  )

  route(contract.getCase, async ({ caller, params, input }) => {
    const row = await requireCase(db, caller.organization, params.id)
    const view = caseV0(row)
    if (input.nstats) await addCaseStats(db, caller.organization, [row], [view])
    return view
  })
  route(contract.getCaseV1, async ({ caller, params }) =>
    v1Of(await requireCase(db, caller.organization, params.id)),
  )

  /** The same change to each; answers the ids in the order given. */
  const updateAll = (caller: Caller, origin: Origin, ids: readonly string[], change: CaseChange) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const found = await resolved(w, ids)
      // In one order everywhere, so that two such calls cannot wait for each other.
      for (const id of found.toSorted()) await updateCase(w, { id }, change)
      return found
    })
  const update = (caller: Caller, origin: Origin, id: string, change: CaseChange) =>
    write(deps, actorOf(caller, origin), async (w) => {
      const found = await requireCase(w.tx, w.organization, id)
      return updateCase(w, found, change)
    })

  route(contract.updateCase, async ({ caller, origin, params, input, refuseChanges }) => {
    await refuseChanges(async () => caseV0(await requireCase(db, caller.organization, params.id)))
    return caseV0(await update(caller, origin, params.id, readCaseChange(input)))
  })
  route(contract.updateCaseV1, async ({ caller, origin, params, input, refuseChanges }) => {
    await refuseChanges(async () => v1Of(await requireCase(db, caller.organization, params.id)))
    await update(caller, origin, params.id, readCaseChange(input))
  })
  route(contract.updateCases, async ({ caller, origin, input }) => {
    const ids = await updateAll(caller, origin, input.ids, readCaseChange(input))
    const rows = readById<CaseRow>(db, rowsOf(caller.organization, 'case'), ids)
    return asArray(mapBatches(rows, (cases) => cases.map(caseV0)))
  })
  route(contract.updateCasesV1, async ({ caller, origin, input }) => {
    await updateAll(caller, origin, input.ids, readCaseChange(input))
  })

  const remove = (caller: Caller, origin: Origin, id: string) =>
    write(deps, actorOf(caller, origin), async (w) =>
      removeCase(w, await requireCase(w.tx, w.organization, id)),
    )
  route(contract.deleteCase, ({ caller, origin, params }) => remove(caller, origin, params.id))
  route(contract.deleteCaseV1, ({ caller, origin, params }) => remove(caller, origin, params.id))

  const merge = (caller: Caller, origin: Origin, ids: readonly string[]) =>
    write(deps, actorOf(caller, origin), (w) => mergeCases(w, ids))
  route(contract.mergeCases, async ({ caller, origin, params }) =>
    caseV0(await merge(caller, origin, [params.id, params.other])),
  )
  route(contract.mergeCasesV1, async ({ caller, origin, params }) => {
    const ids = params.ids.split(',').map((id) => id.trim())
    return v1Of(await merge(caller, origin, ids))
  })
}

async function namedTemplate(w: Writing, name: string | undefined) {
  if (name === undefined) return undefined
  const template = await findCaseTemplate(w.tx, w.organization, name)
  if (!template) throw notFound('CaseTemplate', name)
  return template
}

/** Ids or numbers → ids, each once. */
async function resolved(w: Writing, idsOrNumbers: readonly string[]): Promise<string[]> {
  const ids = new Set<string>()
  for (const idOrNumber of idsOrNumbers)
    ids.add((await requireCase(w.tx, w.organization, idOrNumber)).id)
  return [...ids]
}
