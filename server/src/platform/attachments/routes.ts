import { contract } from '@assay/contract'
import { badRequest } from '../../domain/errors.ts'
import { download } from '../../http/download.ts'
import type { ReceivedFile } from '../../http/fields.ts'
import type { Route } from '../../http/route.ts'
import { actorOf, type Call, type CallOfOne, write } from '../changes/write.ts'
import type { PlatformDeps } from '../deps.ts'
import { type Owner, requireOwner } from '../parents/owner.ts'
import type { AttachmentRow } from '../rows.ts'
import { addAttachments, addFiles, removeAttachment } from './change.ts'
import { attachmentRows, requireAttachmentOf } from './store.ts'
import { attachmentV1 } from './views.ts'

interface CallOfFile extends Call {
  readonly params: { readonly id: string; readonly attachmentId: string }
}

export function attachmentRoutes(route: Route, deps: PlatformDeps): void {
  const { db, blobs } = deps

  const add =
    (kind: Owner['kind']) =>
    async (call: CallOfOne & { input: { attachments: ReceivedFile[] } }) => {
      const { attachments } = call.input
      if (attachments.length === 0) throw badRequest('Missing file part `attachments`')
      // Asked before the files are kept: who names no case must not fill the disk.
      const owner = await requireOwner(db, call.caller.organization, kind, call.params.id)
      const rows = await write(
        deps,
        actorOf(call),
        (w) => addAttachments(w, owner, attachments),
        attachments,
      )
      return { attachments: rows.map(attachmentV1) }
    }
  const opened = async (row: AttachmentRow) => {
    const hash = row.attachment_id ?? ''
    const blob = await blobs.open(hash)
    if (!blob) throw attachmentRows.notFound()
    return download(blob.stream, row.attachment_name ?? hash, 'application/octet-stream', blob.size)
  }
  const read =
    (kind: Owner['kind']) =>
    async ({ caller: { organization }, params }: CallOfFile) => {
      const owner = await requireOwner(db, organization, kind, params.id)
      return opened(await requireAttachmentOf(db, organization, owner, params.attachmentId))
    }
  const remove = (kind: Owner['kind']) => (call: CallOfFile) =>
    write(deps, actorOf(call), async (w) => {
      const owner = await requireOwner(w.tx, w.organization, kind, call.params.id)
      const { attachmentId } = call.params
      await removeAttachment(
        w,
        await requireAttachmentOf(w.tx, w.organization, owner, attachmentId),
      )
    })

  const ofAll = { kind: 'organization' } as const
  route(contract.addOrganisationAttachments, async (call) => {
    const { attachments } = call.input
    if (attachments.length === 0) throw badRequest('Missing file part `attachments`')
    const rows = await write(
      deps,
      actorOf(call),
      (w) => addFiles(w, attachments, call.input.canRename ?? true),
      attachments,
    )
    return { attachments: rows.map(attachmentV1) }
  })
  route(contract.downloadOrganisationAttachment, async ({ caller, params }) =>
    opened(await requireAttachmentOf(db, caller.organization, ofAll, params.id)),
  )
  route(contract.deleteOrganisationAttachment, (call) =>
    write(deps, actorOf(call), async (w) =>
      removeAttachment(w, await requireAttachmentOf(w.tx, w.organization, ofAll, call.params.id)),
    ),
  )

  route(contract.addCaseAttachments, add('case'))
  route(contract.addAlertAttachments, add('alert'))
  route(contract.downloadCaseAttachment, read('case'))
  route(contract.downloadAlertAttachment, read('alert'))
  route(contract.deleteCaseAttachment, remove('case'))
  route(contract.deleteAlertAttachment, remove('alert'))
}
