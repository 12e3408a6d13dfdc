import type { ExpressionBuilder } from 'kysely'
import { isEntityId } from '../../domain/response/entity-id.ts'
import { fileColumns } from '../../storage/blobs/attachments.ts'
import type { Db } from '../../storage/database.ts'
import type { PlatformTables } from '../../storage/tables/platform.ts'
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

/** Of the organization are those that belong to nothing else. */
export type FileOwner = Owner | { readonly kind: 'organization' }

const isOf = (owner: FileOwner) => (eb: ExpressionBuilder<PlatformTables, 'attachments'>) =>
  owner.kind === 'organization'
    ? eb.and([eb('case_id', 'is', null), eb('alert_id', 'is', null), eb('log_id', 'is', null)])
    : eb(owner.kind === 'case' ? 'case_id' : 'alert_id', '=', owner.id)

export async function namesOfFiles(db: Db, organization: string): Promise<Set<string>> {
  const rows = await db
    .selectFrom('attachments')
    .select('attachment_name')
    .where('organization', '=', organization)
    .where(isOf({ kind: 'organization' }))
    .execute()
  return new Set(rows.map(({ attachment_name }) => attachment_name ?? ''))
}

/** By its `~id`, or by the hash of the file; the oldest where a file was put in twice. */
export async function requireAttachmentOf(
  db: Db,
  organization: string,
  owner: FileOwner,
  idOrHash: string,
): Promise<AttachmentRow> {
  const row = await db
    .selectFrom('attachments')
    .select(attachmentRowColumns)
    .where('organization', '=', organization)
    .where(isOf(owner))
    .where(isEntityId(idOrHash) ? 'id' : 'attachment_id', '=', idOrHash)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .executeTakeFirst()
  if (!row) throw attachmentRows.notFound()
  return row
}

/** Of how many files each may be the home. */
export const maxAttachments = { case: 1_000, alert: 1_000, organization: 500 } as const

export async function countAttachments(db: Db, organization: string, owner: FileOwner) {
  const { count } = await db
    .selectFrom('attachments')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('organization', '=', organization)
    .where(isOf(owner))
    .executeTakeFirstOrThrow()
  return Number(count)
}
