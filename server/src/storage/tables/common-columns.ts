/** Who made a row, who changed it last. */
export interface ChangeColumns {
  created_at: number
  created_by: string
  updated_at: number | null
  updated_by: string | null
}

/** The file of a row; all null without one. */
export interface AttachmentColumns {
  /** SHA-256. */
  attachment_id: string | null
  attachment_name: string | null
  attachment_type: string | null
  attachment_size: number | null
  attachment_sha1: string | null
  attachment_md5: string | null
}
