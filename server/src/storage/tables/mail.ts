import type {
  ChannelLanguage,
  MailAuth,
  MailboxReply,
  MailboxState,
  MailState,
  MailTake,
} from '@assay/contract'
import type { Generated } from 'kysely'
import type { AttachmentColumns, ChangeColumns } from './common-columns.ts'

/** A mailbox that is read over IMAP; its mails become alerts. */
export interface MailboxTable extends ChangeColumns {
  id: string
  organization: string
  /** The source of its alerts. */
  name: string
  host: string
  port: number
  security: 'tls' | 'starttls'
  auth: MailAuth
  username: string
  /** Of Microsoft 365. */
  tenant: string | null
  client_id: string | null
  folder: string
  done_folder: string
  failed_folder: string
  take: MailTake
  per_hour: number
  state: MailboxState
  /** In a row. */
  failures: number
  /** Mails that are still in the folder after the last look. */
  waiting: number | null
  checked_at: number | null
  /** What the server calls the numbering of its mails: another one means that all numbers are new. */
  uid_validity: string | null
  last_uid: number | null
  /** Null while it is off. */
  next_at: number | null
  locked_by: string | null
  locked_until: number | null
  /** Why it is broken or paused. */
  reason: string | null
  /** JSON arrays of addresses and domains. */
  allow: string
  deny: string
  /** JSON object: severity, markings, tags and template of its alerts. */
  alert: string
  secret_sealed: string
  /** Whether reporters are answered when a person closes the alert. */
  reply: Generated<MailboxReply>
  /** Whose `Authentication-Results` count, in lower case. */
  trusted_server: string | null
  reply_language: Generated<ChannelLanguage>
  /** JSON array. */
  reply_domains: Generated<string>
}

/** One mail that came; of a mail with several reported ones a row for each of these. */
export interface MailMessageTable extends AttachmentColumns {
  id: string
  organization: string
  /** Null if it was uploaded. */
  mailbox_id: string | null
  /** SHA-256 of the received bytes: a mail that is read twice is one row. */
  content_hash: string
  /** Login, or empty: several users may upload the same file. */
  uploaded_by: string
  part: number
  /** What all copies of the reported mail share, see `domain/mail/content-key.ts`. */
  message_key: string | null
  reporter: string | null
  received_at: number
  size: number
  state: MailState
  alert_id: string | null
  comment_id: string | null
  attempts: number
  /** When it is processed; null when it was. */
  next_at: number | null
  reason: string | null
  subject: string | null
  /** When the answer to its reporter was written. */
  replied_at: number | null
  /** JSON object, see `ReplyFacts`; null for mails that were uploaded. */
  reply_facts: string | null
  /** Why there is no answer. */
  reply_note: string | null
}

/** How far the events of a MISP server were read for an organization. */
export interface MispPullTable {
  organization: string
  server: string
  /** Seconds: events that were published before it are known. */
  position: number
  next_at: number | null
  /** In a row. */
  failures: number
  checked_at: number | null
  locked_by: string | null
  locked_until: number | null
  problem: string | null
}

/** An event of MISP that this organization has seen. */
export interface MispEventTable {
  organization: string
  server: string
  /** UUID. */
  event: string
  /** Seconds; of the last publication that was read. */
  published: number
  alert_id: string | null
  /** Of what it was read as: an event that was published again unchanged changes nothing. */
  content_hash: string | null
  state: 'alert' | 'sent' | 'failed'
  /** Of one that could not be stored. */
  failed_at: number | null
  reason: string | null
}

export interface MailTables {
  misp_pulls: MispPullTable
  misp_events: MispEventTable
  mailboxes: MailboxTable
  mail_messages: MailMessageTable
}
