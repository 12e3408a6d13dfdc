import type { Generated } from 'kysely'
import type { ChangeColumns } from './common-columns.ts'

/** Moments are epoch milliseconds everywhere; lists and objects are JSON text. */
export interface OrganizationTable extends ChangeColumns {
  name: string
  description: string
  status: 'Active' | 'Locked'
  /** `required`, or nothing. */
  second_factor: 'required' | null
}

export interface UserTable extends ChangeColumns {
  login: string
  organization: string
  name: string
  /** JSON array of role names, lowest first. */
  roles: string
  status: 'Active' | 'Locked'
  avatar: string | null
  /** JSON object text, opaque to the server. */
  preferences: string
  password_hash: string | null
  /** Keyed hash of the API key: finds the user without opening anything. */
  key_hash: string | null
  /** The API key itself, sealed with the master key, because `GET …/key` must return it. */
  key_sealed: string | null
  /** What `totp_secrets` and `passkeys` hold of this user, such as `totp passkey`; nothing for none. */
  second_factors: string | null
  /** Only one that its owner confirmed, or that a provider vouched for, may be written to. */
  email: string | null
  email_state: 'open' | 'confirmed' | 'provider' | null
  /** A mail server said that there is no such address; until its owner confirms it again. */
  email_returned_at: number | null
  /** IANA name; null is that of the server. */
  time_zone: string | null
  /** Of mails to this user; null is English. */
  language: 'en' | 'fr' | null
}

export interface SessionTable {
  /** Keyed hash of the cookie's token: a stolen database holds no usable cookie. */
  token_hash: string
  login: string
  created_at: number
  expires_at: number
  address: string
  /** Name of the provider of single sign-on that opened it; its own sign-out is offered. */
  provider: string | null
  /** The provider's id token: presenting it ends the provider's session, without a prompt. */
  id_token_sealed: string | null
}

/** Who a user is at a provider of single sign-on. */
export interface UserIdentityTable {
  issuer: string
  subject: string
  login: string
  created_at: number
}

/** API keys in addition to the one in `users`: named, with an end and a scope. */
export interface ApiKeyTable {
  id: string
  login: string
  name: string
  /** Keyed hash: the key itself is shown once and kept nowhere. */
  key_hash: string
  scope: 'all' | 'read' | 'run' | 'agent-read' | 'agent'
  /** Of the scope `run`: the one analyzer or responder. */
  worker_id: string | null
  created_at: number
  created_by: string
  expires_at: number | null
  /** Written at most once in ten minutes. */
  used_at: number | null
  /** These four only of keys for agents. */
  max_tlp: number | null
  max_pap: number | null
  jobs_per_day: number | null
  /** JSON list of ids; null means all analyzers and responders. */
  workers: string | null
  /** Start of the day (UTC) that `jobs_used` counts. */
  jobs_day: number | null
  jobs_used: number | null
}

/** The authenticator app of a user; not confirmed while it is being set up. */
export interface TotpSecretTable {
  login: string
  secret_sealed: string
  created_at: number
  confirmed_at: number | null
  /** Step of the last code that was accepted: neither it nor an earlier one is accepted again. */
  last_step: number
}

export interface PasskeyTable {
  id: string
  login: string
  name: string
  credential_id: string
  /** COSE key in base64url. */
  public_key: string
  /** The authenticator's signature counter; most say 0 forever. */
  counter: number
  /** JSON array. */
  transports: string
  created_at: number
  used_at: number | null
}

/** Those that were not used yet. */
export interface RecoveryCodeTable {
  login: string
  code_hash: string
}

/** Challenges that a passkey has answered, until they would have ended anyway. */
export interface UsedChallengeTable {
  challenge: string
  expires_at: number
}

/** Failed sign-ins, counted per account and source, per account and per address. */
export interface LoginFailureTable {
  /** `pair:[login, source]`, `account:<login>` or `address:<ip or /64>`. */
  subject: string
  count: number
  last_at: number
}

/** Where the owner of an account signed in before. */
export interface KnownSourceTable {
  login: string
  /** `device:<keyed hash of the cookie>` or `address:<ip or /64>`. */
  source: string
  last_at: number
}

export interface AuditTable {
  id: Generated<number>
  at: number
  /** Login of the caller, or the login that was tried. */
  actor: string
  /** Organization that the change concerns; null when it belongs to none. */
  organization: string | null
  /** `user.create`, `organization.lock`, `session.open` … */
  action: string
  object_type: string
  object_id: string
  /** JSON object: the changed attributes without secrets. */
  details: string
  address: string
  request_id: string
}

/** The position of a place that the audit trail is sent to, and who sends. */
export interface AuditCursorTable {
  /** As `sinkId` of the settings calls it. */
  sink: string
  stream: string
  /** PostgreSQL only. */
  position_tx: string | null
  position_id: number
  /** When something was sent, or found to be none of its business. */
  moved_at: number
  next_at: number
  /** Failed ones in a row. */
  attempts: number
  locked_by: string | null
  locked_until: number | null
  /** When administrators were told that it stands still. */
  told_at: number | null
  error: string | null
}

export interface IdentityTables {
  organizations: OrganizationTable
  users: UserTable
  sessions: SessionTable
  login_failures: LoginFailureTable
  known_sources: KnownSourceTable
  user_identities: UserIdentityTable
  api_keys: ApiKeyTable
  totp_secrets: TotpSecretTable
  passkeys: PasskeyTable
  recovery_codes: RecoveryCodeTable
  used_challenges: UsedChallengeTable
  audit: AuditTable
  audit_cursors: AuditCursorTable
}
