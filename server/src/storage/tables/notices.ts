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

/** What a person chose for one kind; without a row the defaults of the contract hold. */
export interface NoticeSettingTable {
  login: string
  kind: NoticeKind
  page: number
  mail: 'now' | 'off'
}

/** A message to a person; several of one person become one mail. */
export interface OutboxTable {
  id: string
  organization: string
  channel: 'mail'
  target: string
  body: string
  created_at: number
  attempts: number
  next_attempt_at: number | null
  message_id: string | null
  sent_at: number | null
  last_error: string | null
}

/** The link that was sent to a new address. */
export interface AddressConfirmationTable {
  login: string
  email: string
  /** SHA-256: a stolen database confirms nothing. */
  token_hash: string
  expires_at: number
  asked_at: number
  asked: number
  first_at: number
}

export interface NoticeTables {
  notices: NoticeTable
  notice_settings: NoticeSettingTable
  outbox: OutboxTable
  address_confirmations: AddressConfirmationTable
}
