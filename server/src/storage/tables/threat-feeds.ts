/** A list of what others know to be bad: that of an organization, or of the operator for all. */
export interface ThreatFeedTable {
  /** Random; of the operator `server:` and its name. */
  id: string
  /** Null is the operator's. */
  organization: string | null
  name: string
  /** `upload:` or `server:`; null when it is fetched. */
  resource: string | null
  /** JSON with the address and a header, sealed; null unless it is fetched for an organization. */
  address_sealed: string | null
  format: 'auto' | 'text' | 'csv' | 'misp' | 'stix'
  level: 'info' | 'suspicious' | 'malicious'
  refresh_minutes: number
  /** Whose entries count; null before the first load. */
  load_id: string | null
  entries: number
  bad_lines: number
  skipped: number
  /** JSON array of lengths of networks in it, as `4/24`. */
  prefixes: string
  /** Of the content that was loaded. */
  content_stamp: string | null
  loaded_at: number | null
  /** When it was last looked at and found loaded or unchanged. */
  checked_at: number | null
  /** Why the last attempt failed, or what was left out. */
  problem: string | null
  next_at: number
  locked_by: string | null
  locked_until: number | null
  created_at: number
  created_by: string
  updated_at: number
  updated_by: string
}

/** One state of a feed; entries belong to it, so a new one takes effect at once. */
export interface ThreatLoadTable {
  id: string
  feed_id: string
  state: 'loading' | 'current' | 'old'
  started_at: number
}

export interface ThreatEntryTable {
  load_id: string
  /** See `domain/threat-feeds/keys.ts`. */
  key: string
  kind: string
  value: string
  /** JSON object. */
  details: string
}
