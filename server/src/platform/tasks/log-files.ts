import { badRequest } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { StoredFile } from '../../storage/blobs/attachments.ts'
import type { Db } from '../../storage/database.ts'
import { inBatches } from '../../storage/rows/batches.ts'
import { insertAttachments } from '../attachments/change.ts'
import { attachmentRowColumns, attachmentRows } from '../attachments/store.ts'
import type { Writing } from '../changes/write.ts'
import type { AttachmentRow, TaskLogRow } from '../rows.ts'
import { logRows } from './store.ts'

const maxFiles = 100

/** Files of logs by the log, oldest first. */
export async function filesOfLogs(
  db: Db,
  organization: string,
  logIds: readonly string[],
): Promise<Map<string, AttachmentRow[]>> {
  const rows = await inBatches(logIds, (some) =>
    db
      .selectFrom('attachments')
      .select(attachmentRowColumns)
      .where('organization', '=', organization)
      .where('log_id', 'in', some)
      .orderBy('created_at')
      .orderBy('id')
      .execute(),
  )
  return Map.groupBy(rows, ({ log_id }) => log_id ?? '')
}

/** Hand the files to `write` as well, which keeps them. */
export async function addLogFiles(
  w: Writing,
  { id }: Pick<TaskLogRow, 'id'>,
  files: readonly StoredFile[],
): Promise<AttachmentRow[]> {
  // A second writer waits here, so the count below holds.
  const log = await logRows.touch(w, id)
  const present = (await filesOfLogs(w.tx, w.organization, [id])).get(id) ?? []
  if (present.length + files.length > maxFiles)
    throw badRequest(`A log can have at most ${maxFiles} files. Delete some first`)
  const owner = { case_id: null, alert_id: null, log_id: id }
  const rows = await insertAttachments(w, owner, files)
  for (const row of rows) record(w, 'create', log, row)
  return rows
}

/** By its `~id`, or by the hash of the file; the oldest where a file was put in twice. */
export async function removeLogFile(w: Writing, log: TaskLogRow, idOrHash: string): Promise<void> {
  const present = (await filesOfLogs(w.tx, w.organization, [log.id])).get(log.id) ?? []
  const key = isEntityId(idOrHash) ? 'id' : 'attachment_id'
  const row = present.find((file) => file[key] === idOrHash)
  if (!row) throw attachmentRows.notFound()
  await attachmentRows.remove(w, row.id)
  if (row.attachment_id !== null) w.release([row.attachment_id])
  record(w, 'delete', log, row)
}

const record = (w: Writing, operation: 'create' | 'delete', log: TaskLogRow, row: AttachmentRow) =>
  w.record({
    operation,
    objectType: 'attachment',
    objectId: row.id,
    rootId: log.case_id,
    details: {
      name: row.attachment_name,
      size: row.attachment_size,
      id: row.attachment_id,
      logId: log.id,
    },
  })
