import { badRequest } from '../../domain/errors.ts'
import { freeName } from '../../domain/response/file-names.ts'
import { attachmentColumns, fileColumns, type StoredFile } from '../../storage/blobs/attachments.ts'
import { firstGone } from '../../storage/blobs/first-gone.ts'
import { alsoOf } from '../../storage/rows/owned-row.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { holdOwner, ownerColumns, rootOf } from '../parents/owner.ts'
import type { AttachmentRow } from '../rows.ts'
import {
  attachmentRowColumns,
  attachmentRows,
  countAttachments,
  type FileOwner,
  maxAttachments,
  namesOfFiles,
} from './store.ts'

/** Hand the files to `write` as well, which keeps them. */
export async function addAttachments(
  w: Writing,
  owner: FileOwner,
  files: readonly StoredFile[],
): Promise<AttachmentRow[]> {
  await hold(w, owner)
  const most = maxAttachments[owner.kind]
  if ((await countAttachments(w.tx, w.organization, owner)) + files.length > most)
    throw badRequest(`The ${owner.kind} can have at most ${most} files. Delete some first`)
  const columns =
    owner.kind === 'organization' ? { case_id: null, alert_id: null } : ownerColumns(owner)
  const rows = await insertAttachments(w, { ...columns, log_id: null }, files)
  for (const row of rows) record(w, 'create', row)
  return rows
}

/** The organization stays, and two who add files at once wait for each other. */
const hold = (w: Writing, owner: FileOwner): Promise<unknown> =>
  owner.kind === 'organization'
    ? w.dialect
        .lockRow(w.tx.selectFrom('organizations').select('name'))
        .where('name', '=', w.organization)
        .execute()
    : holdOwner(w, owner)

/** Files of the organization, under names that are free there. */
export async function addFiles(
  w: Writing,
  files: readonly StoredFile[],
  canRename: boolean,
): Promise<AttachmentRow[]> {
  const owner = { kind: 'organization' } as const
  await hold(w, owner)
  const taken = await namesOfFiles(w.tx, w.organization)
  const named = files.map((file) => {
    const name = canRename ? freeName(file.name, taken) : file.name
    // guard: server/test/platform/organization-files.test.ts
    if (taken.has(name))
      throw badRequest(`A file named ${name} already exists. Rename it, or send canRename`)
    taken.add(name)
    return { ...file, name }
  })
  return addAttachments(w, owner, named)
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
  rootId: rootOf(row) || row.id,
  details: { name: row.attachment_name, size: row.attachment_size, id: row.attachment_id },
}))
