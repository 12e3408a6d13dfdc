import type { Attachment } from '@assay/contract'

type WithoutNulls<T> = { [K in keyof T]?: NonNullable<T[K]> }

/** Keys without a value are left out, not sent as null: `'attachment' in observable` is asked. */
export const withoutNulls = <T extends object>(keys: T): WithoutNulls<T> =>
  Object.fromEntries(Object.entries(keys).filter(([, value]) => value !== null)) as WithoutNulls<T>

/** What every row knows about itself. */
interface RowOrigin {
  readonly id: string
  readonly created_by: string
  readonly created_at: number
  readonly updated_by: string | null
  readonly updated_at: number | null
}

export const keysV0 = (row: RowOrigin) => ({
  _id: row.id,
  id: row.id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  ...withoutNulls({ updatedBy: row.updated_by, updatedAt: row.updated_at }),
})

export const keysV1 = (row: RowOrigin) => ({
  _id: row.id,
  _createdBy: row.created_by,
  _createdAt: row.created_at,
  ...withoutNulls({ _updatedBy: row.updated_by, _updatedAt: row.updated_at }),
})

interface WithAttachment {
  readonly attachment_id: string | null
  readonly attachment_name: string | null
  readonly attachment_type: string | null
  readonly attachment_size: number | null
  readonly attachment_sha1: string | null
  readonly attachment_md5: string | null
}

export const attachmentOf = (row: WithAttachment): Attachment | null =>
  row.attachment_id === null
    ? null
    : {
        name: row.attachment_name ?? row.attachment_id,
        hashes: [row.attachment_id, row.attachment_sha1 ?? '', row.attachment_md5 ?? ''],
        size: row.attachment_size ?? 0,
        contentType: row.attachment_type ?? 'application/octet-stream',
        id: row.attachment_id,
      }
