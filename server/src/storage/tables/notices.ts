import type { ChannelForm, ChannelLanguage, NoticeKind, NoticeObject } from '@assay/contract'

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

/** A message to a person or a channel; what waits for one of them becomes one mail or message. */
export interface OutboxTable {
  id: string
  organization: string
  channel: 'mail' | 'chat' | 'reply'
  /** A login, the id of a channel, or the address of who reported an email. */
  target: string
  body: string
  created_at: number
  attempts: number
  /** Of mails. */
  next_attempt_at: number | null
  /** The same of messages to channels: each kind of work walks its own index. */
  chat_at: number | null
  message_id: string | null
  sent_at: number | null
  /** A mail server said later that it could not deliver it. */
  returned_at: number | null
  last_error: string | null
}

/** What mails of an organization begin and end with. */
export interface MailTextTable {
  organization: string
  prefix: string
  footer: string
  updated_at: number
  updated_by: string
}

/** A chat room that is told of what concerns a team. */
export interface ChannelTable {
  id: string
  organization: string
  name: string
  form: ChannelForm
  /** Shown instead of the address, which lets whoever knows it write there. */
  host: string
  url_sealed: string
  /** Of form `generic`. */
  secret_sealed: string | null
  /** JSON array of `ChannelKind`. */
  kinds: string
  min_severity: number
  max_tlp: number
  language: ChannelLanguage
  state: 'on' | 'off' | 'paused'
  /** One message at a time, and a pause after each: chat systems refuse more. */
  busy_until: number | null
  created_at: number
  created_by: string
  updated_at: number | null
  updated_by: string | null
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
  channels: ChannelTable
  mail_texts: MailTextTable
  address_confirmations: AddressConfirmationTable
}
