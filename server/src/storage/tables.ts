import type { Generated } from 'kysely'

/** Moments are epoch milliseconds everywhere; lists and objects are JSON text. */
export interface OrganizationTable {
  name: string
  description: string
  status: 'Active' | 'Locked'
  created_at: number
  created_by: string
  updated_at: number | null
  updated_by: string | null
}

export interface UserTable {
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
  /** The API key itself, sealed with the master key, because `GET …/key` must answer it. */
  key_sealed: string | null
  created_at: number
  created_by: string
  updated_at: number | null
  updated_by: string | null
}

export interface SessionTable {
  /** Keyed hash of the cookie's token: a stolen database holds no usable cookie. */
  token_hash: string
  login: string
  created_at: number
  expires_at: number
  address: string
}

/** Failed sign-ins, counted per account and per address. */
export interface LoginFailureTable {
  /** `account:<login>` or `address:<ip or /64>`. */
  subject: string
  count: number
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

/** Facts about this installation: `instance` (random id) and `canary` (proves the master key). */
export interface MetaTable {
  name: string
  value: string
}

export interface Tables {
  organizations: OrganizationTable
  users: UserTable
  sessions: SessionTable
  login_failures: LoginFailureTable
  audit: AuditTable
  meta: MetaTable
}
