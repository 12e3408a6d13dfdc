import { badRequest } from '../../domain/errors.ts'
import { attachmentColumns, fileColumns, type StoredFile } from '../../storage/blobs/attachments.ts'
import { firstGone } from '../../storage/blobs/first-gone.ts'
import { alsoOf } from '../../storage/rows/owned-row.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { holdOwner, type Owner, ownerColumns, rootOf } from '../parents/owner.ts'
import type { AttachmentRow } from '../rows.ts'
import { attachmentRowColumns, attachmentRows, countAttachments, maxAttachments } from './store.ts'

/** Hand the files to `write` as well, which keeps them. */
export async function addAttachments(
  w: Writing,
  owner: Owner,
  files: readonly StoredFile[],
): Promise<AttachmentRow[]> {
  await holdOwner(w, owner)
  if ((await countAttachments(w.tx, w.organization, owner)) + files.length > maxAttachments)
    throw badRequest(`A ${owner.kind} can have at most ${maxAttachments} files. Delete some first`)
  const rows = await insertAttachments(w, { ...ownerColumns(owner), log_id: null }, files)
  for (const row of rows) record(w, 'create', row)
  return rows
}

/** Refused when one of the files is being removed at this moment. */
export async function insertAttachments(
  w: Writing,
  owner: Pick<AttachmentRow, 'case_id' | 'alert_id' | 'log_id'>,
  files: readonly StoredFile[],
): Promise<AttachmentRow[]> {
  const hashes = files.map(({ sha256 }) => sha256)
  if ((await firstGone(w.tx, w.blobs, hashes)) !== undefined)
    throw badRequest('A file was deleted while the request was running. Upload it again')
  const rows: AttachmentRow[] = []
  for (const file of files)
    rows.push(
      await w.tx
        .insertInto('attachments')
        .values({ ...newRow(w), ...owner, ...attachmentColumns(file) })
        .returning(attachmentRowColumns)
        .executeTakeFirstOrThrow(),
    )
  return rows
}

export async function removeAttachment(w: Writing, row: AttachmentRow): Promise<void> {
  await attachmentRows.remove(w, row.id)
  if (row.attachment_id !== null) w.release([row.attachment_id])
  record(w, 'delete', row)
}

/** What an alert brings goes with it into the case; the alert keeps its own. */
export async function copyAttachments(w: Writing, alertId: string, caseId: string) {
  const rows = await w.tx
    .selectFrom('attachments')
    .select(fileColumns)
    .where(alsoOf(w.organization))
    .where('alert_id', '=', alertId)
    .orderBy('created_at')
    .orderBy('id')
    .execute()
  const present = await w.tx
    .selectFrom('attachments')
    .select('attachment_id')
    .where(alsoOf(w.organization))
    .where('case_id', '=', caseId)
    .execute()
  const known = new Set(present.map(({ attachment_id }) => attachment_id))
  for (const file of rows) {
    if (known.has(file.attachment_id)) continue
    await w.tx
      .insertInto('attachments')
      .values({
        ...newRow(w),
        ...ownerColumns({ kind: 'case', id: caseId }),
        log_id: null,
        ...file,
      })
      .execute()
  }
}

const record = recordRows<AttachmentRow>('attachment', (row) => ({
  rootId: rootOf(row),
  details: { name: row.attachment_name, size: row.attachment_size, id: row.attachment_id },
}))
