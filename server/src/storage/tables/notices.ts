import type { NoticeKind, NoticeObject } from '@assay/contract'

/** What a user is told of. */
export interface NoticeTable {
  id: string
  /** The one in which it happened; after a move to another one it is shown no more. */
  organization: string
  login: string
  at: number
  kind: NoticeKind
  object_type: NoticeObject
  object_id: string
  /** JSON object, see `NoticeParameters`. */
  parameters: string
  read_at: number | null
}

export interface NoticeTables {
  notices: NoticeTable
}
