import { contract } from '@assay/contract'
import { notAllowed, notFound } from '../../domain/errors.ts'
import { download } from '../../http/download.ts'
import type { Route } from '../../http/route.ts'
import type { Call, CallOfOne, Writing } from '../changes/write.ts'
import { actorOf, inLockOrder, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { findAlert } from '../parents/alert.ts'
import { findCase } from '../parents/case.ts'
import { bothVersions } from '../render/both-versions.ts'
import type { ObservableRow } from '../rows.ts'
import { type Grant, readingAs, refuseUnseen, writeShared } from '../shares/access.ts'
import {
  addObservables,
  filesOf,
  type ObservableInput,
  type ObservableOwner,
  readObservableInputs,
} from './create.ts'
import { removeObservable } from './remove.ts'
import { requireObservable } from './store.ts'
import { type ObservableChange, updateObservable } from './update.ts'
import { observableV0, observableV1, observableViews } from './views.ts'

export function observableRoutes(route: Route, deps: PlatformDeps): void {
  const { db } = deps

  const both = bothVersions(route, db, observableViews)

  type Creation = CallOfOne & {
    readonly input: ObservableInput
    setStatus(status: number): void
  }

  /**
   * An unknown case, and one of another organization, is refused and not missing: clients expect it.
   */
  const ownerOf = {
    case: async ({ caller, params: { id } }: Creation): Promise<ObservableOwner> => {
      const row = await findCase(db, await readingAs(db, caller.organization, 'case', id), id)
      // guard: server/test/platform/observables.test.ts
      if (!row) throw notAllowed('Operation not permitted')
      return { caseId: row.id }
    },
    alert: async ({ caller, params }: Creation): Promise<ObservableOwner> => {
      const row = await findAlert(db, caller.organization, params.id)
      // guard: server/test/platform/observables.test.ts
      if (!row) throw notAllowed('Operation not permitted')
      return { alertId: row.id }
    },
  }

  const creation =
    <T>(owner: keyof typeof ownerOf, view: (row: ObservableRow) => T) =>
    async (call: Creation) => {
      const found = await ownerOf[owner](call)
      const inputs = await readObservableInputs(deps, call.caller.organization, call.input)
      const add = async (w: Writing, grant?: Grant) => {
        refuseUnseen(grant)
        return addObservables(w, found, inputs)
      }
      const { created, failures } = await ('caseId' in found
        ? writeShared(deps, call, { kind: 'case', id: found.caseId }, add, filesOf(inputs))
        : write(deps, actorOf(call), add, filesOf(inputs)))
      if (failures.length === 0) return created.map(view)
      // Also for a single one, as clients of today's platform expect: an error would end their scripts.
      call.setStatus(207)
      return { success: created.map(view), failure: failures }
    }

  const change = (call: Call, ids: readonly string[], input: ObservableChange) =>
    write(deps, actorOf(call), async (w) => {
      const rows: ObservableRow[] = []
      for (const id of inLockOrder(ids)) rows.push(await updateObservable(w, { id }, input))
      return rows
    })
  const present = async ({ caller, params: { id } }: CallOfOne) =>
    requireObservable(db, await readingAs(db, caller.organization, 'observable', id), id)

  route(contract.createCaseObservable, creation('case', observableV0))
  route(contract.createAlertObservable, creation('alert', observableV0))
  route(contract.createCaseObservableV1, creation('case', observableV1))
  route(contract.createAlertObservableV1, creation('alert', observableV1))

  both(contract.getObservable, contract.getObservableV1, present)
  both(
    contract.updateObservable,
    contract.updateObservableV1,
    (call) =>
      writeShared(deps, call, { kind: 'observable', id: call.params.id }, (w) =>
        updateObservable(w, call.params, call.input),
      ),
    present,
  )
  both(contract.updateObservables, contract.updateObservablesV1, (call) => {
    const { ids, ...input } = call.input
    return change(call, ids, input)
  })
  both(contract.deleteObservable, contract.deleteObservableV1, (call) =>
    write(deps, actorOf(call), async (w) =>
      removeObservable(w, await requireObservable(w.tx, w.organization, call.params.id)),
    ),
  )

  route(contract.downloadObservableAttachment, async ({ caller, params, input }) => {
    const home = await readingAs(db, caller.organization, 'observable', params.id)
    const row = await requireObservable(db, home, params.id)
    const hash = row.attachment_id
    const isNamed = hash === params.attachmentId || row.id === params.attachmentId
    const blob = hash !== null && isNamed ? await deps.blobs.open(hash) : undefined
    if (!blob) throw notFound('Attachment', params.attachmentId)
    const name = row.attachment_name ?? params.attachmentId
    if (input.asZip?.toLowerCase() !== 'true')
      return download(blob.stream, name, 'application/octet-stream', blob.size)
    // Loaded with the first archive, as for the downloads of the datastore.
    const { zipWithPassword } = await import('../../http/zip.ts')
    const { password } = deps.config.datastore.attachment
    return download(zipWithPassword(blob.stream, name, password), `${name}.zip`, 'application/zip')
  })
}
