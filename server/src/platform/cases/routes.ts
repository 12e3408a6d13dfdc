import { contract, type Input } from '@assay/contract'
import type { Caller } from '../../domain/caller.ts'
import { badRequest } from '../../domain/errors.ts'
import { replyOutcomeOfCase } from '../../domain/mail/reply.ts'
import { apiLevel } from '../../domain/response/api-level.ts'
import { mapBatches } from '../../domain/rows.ts'
import { asArray } from '../../http/answer-forms.ts'
import type { Route } from '../../http/route.ts'
import { readById } from '../../storage/rows/pages.ts'
import { requireCaseTemplate } from '../case-templates/store.ts'
import { answerWhoReported } from '../changes/answers.ts'
import {
  actorOf,
  type Call,
  type CallOfOne,
  inLockOrder,
  type Writing,
  write,
} from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { requireCase } from '../parents/case.ts'
import { resolved } from '../parents/resolved.ts'
import { rowsOf } from '../parents/rows.ts'
import { bothVersions, showOne, viewContext } from '../render/both-versions.ts'
import type { CaseRow } from '../rows.ts'
import { readingAs } from '../shares/access.ts'
import { applyCaseTemplate } from './apply-template.ts'
import { createCase } from './create.ts'
import { requireGoneCase } from './gone.ts'
import { readCaseChange, readNewCase, templateName } from './inputs.ts'
import { mergeCases } from './merge.ts'
import { removeCase } from './remove.ts'
import { addCaseStats } from './stats.ts'
import { type CaseChange, closesCase, updateCase } from './update.ts'
import { caseV0, caseViews } from './views.ts'

export function caseRoutes(route: Route, deps: PlatformDeps): void {
  const { db, config } = deps
  const both = bothVersions(route, db, caseViews, config.platform.level)
  const v1Of = (row: CaseRow, caller: Caller) => {
    const level = apiLevel(config.platform.level, caller)
    return showOne(caseViews.v1, row, viewContext(db, caller.organization, level))
  }

  both(contract.createCase, contract.createCaseV1, (call) =>
    write(deps, actorOf(call), async (w) => {
      const name = templateName(call.input)
      const template =
        name === undefined ? undefined : await requireCaseTemplate(w.tx, w.organization, name)
      return createCase(w, readNewCase(call.input, template))
    }),
  )

  const present = ({ caller, params }: CallOfOne) => requireCase(db, caller.organization, params.id)
  const readable = async ({ caller: { organization }, params: { id } }: CallOfOne) =>
    requireCase(db, await readingAs(db, organization, 'case', id), id)
  route(contract.getCase, async (call) => {
    const row = await readable(call)
    const view = caseV0(row)
    if (call.input.nstats) await addCaseStats(db, call.caller.organization, [row], [view])
    return view
  })
  route(contract.getCaseV1, async (call) => v1Of(await readable(call), call.caller))
  route(contract.getGoneCase, ({ caller, params }) =>
    requireGoneCase(db, caller.organization, params.id),
  )

  /** Where a user closes the case, those who reported the emails of its alerts are answered. */
  const updateByCaller = async (w: Writing, call: Call, id: string, change: CaseChange) => {
    const row = await updateCase(w, { id }, change)
    // guard: server/test/mail/case-replies.test.ts
    if (!closesCase(row, change)) return row
    await answerWhoReported(deps, w, call, { caseId: id }, replyOutcomeOfCase(row))
    return row
  }
  const update = (call: CallOfOne & { input: Input<typeof contract.updateCase> }) =>
    write(deps, actorOf(call), async (w) => {
      const { id } = await requireCase(w.tx, w.organization, call.params.id)
      return updateByCaller(w, call, id, readCaseChange(call.input))
    })
  both(contract.updateCase, contract.updateCaseV1, update, present)

  /** The same change to each; answers the ids in the order given. */
  const updateAll = (call: Call, ids: readonly string[], change: CaseChange) =>
    write(deps, actorOf(call), async (w) => {
      const found = await resolved(w, requireCase, ids)
      for (const id of inLockOrder(found)) await updateByCaller(w, call, id, change)
      return found
    })
  route(contract.updateCases, async (call) => {
    const ids = await updateAll(call, call.input.ids, readCaseChange(call.input))
    const rows = readById<CaseRow>(db, rowsOf(call.caller.organization, 'case'), ids)
    return asArray(mapBatches(rows, (cases) => cases.map(caseV0)))
  })
  route(contract.updateCasesV1, async (call) => {
    await updateAll(call, call.input.ids, readCaseChange(call.input))
  })

  route(contract.applyCaseTemplate, (call) =>
    write(deps, actorOf(call), (w) => applyCaseTemplate(w, call.input)),
  )
  route(contract.changeCaseOwner, async (call) => {
    await present(call)
    if (call.input.organisation !== call.caller.organization)
      throw badRequest(
        `Cases stay with their organization. Share case ${call.params.id.slice(0, 64)} with ${call.input.organisation}, or export and import it`,
      )
  })
  route(contract.changeCaseAccess, async (call) => {
    await present(call)
    if (call.input.access._kind !== 'OrganisationAccessKind')
      throw badRequest(
        'A case is accessible to its whole organization: only OrganisationAccessKind is supported',
      )
  })

  both(contract.deleteCase, contract.deleteCaseV1, (call) =>
    write(deps, actorOf(call), async (w) =>
      removeCase(w, await requireCase(w.tx, w.organization, call.params.id)),
    ),
  )

  type Merge = Call & { input: Input<typeof contract.mergeCases> }
  const merge = (call: Merge, ids: readonly string[]) =>
    write(deps, actorOf(call), (w) => mergeCases(w, ids, call.input.description))
  route(contract.mergeCases, async (call) =>
    caseV0(await merge(call, [call.params.id, call.params.other])),
  )
  route(contract.mergeCasesV1, async (call) => {
    const ids = call.params.ids.split(',').map((id) => id.trim())
    return v1Of(await merge(call, ids), call.caller)
  })
}
