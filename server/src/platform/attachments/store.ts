import { isEntityId } from '../../domain/response/entity-id.ts'
import { fileColumns } from '../../storage/blobs/attachments.ts'
import type { Db } from '../../storage/database.ts'
import { entityRows } from '../changes/entity-rows.ts'
import { type Owner, ownedColumns } from '../parents/owner.ts'
import { type AttachmentRow, entityColumns } from '../rows.ts'

export const attachmentRowColumns = [
  ...entityColumns,
  ...ownedColumns,
  'log_id',
  ...fileColumns,
] as const

export const attachmentRows = entityRows('attachments', attachmentRowColumns, 'Attachment')

/** By its `~id`, or by the hash of the file; the oldest where a file was put in twice. */
export async function requireAttachmentOf(
  db: Db,
  organization: string,
  owner: Owner,
  idOrHash: string,
): Promise<AttachmentRow> {
  const row = await db
    .selectFrom('attachments')
    .select(attachmentRowColumns)
    .where('organization', '=', organization)
    .where(owner.kind === 'case' ? 'case_id' : 'alert_id', '=', owner.id)
    .where(isEntityId(idOrHash) ? 'id' : 'attachment_id', '=', idOrHash)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw attachmentRows.notFound()
  return row
}

/** Of how many files a case or an alert may be the home. */
export const maxAttachments = 1_000

export async function countAttachments(db: Db, organization: string, owner: Owner) {
  const { count } = await db
    .selectFrom('attachments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .where(owner.kind === 'case' ? 'case_id' : 'alert_id', '=', owner.id)
    .executeTakeFirstOrThrow()
  return Number(count)
}
