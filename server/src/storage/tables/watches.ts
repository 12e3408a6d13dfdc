import type { Generated } from 'kysely'

/** A watched value. */
export interface ValueWatchTable {
  id: string
  organization: string
  login: string
  /** See `domain/values/key.ts`. */
  value_hash: string
  data_type: string
  is_file: number
  /** The text, or the SHA-256 of the file. */
  data: string
  file_name: string | null
  /** Rank of the verdict that the watcher knows, or was notified of; null for none. */
  level: number | null
  /** How often it is analyzed again; null is never. */
  every: 'day' | 'week' | null
  /** When the next analysis is due; while it is being submitted, when another process may take it. */
  next_at: number | null
  created_at: number
}

/** What happened to a watched value. */
export interface ValueNewsTable {
  id: string
  watch_id: string
  kind: 'verdict' | 'contradicted' | 'expired' | 'case' | 'alert'
  at: number
  /** Of a verdict: ranks, null of a value without one. */
  from_level: number | null
  to_level: number | null
  /** Whose answer changed it. */
  worker_name: string | null
  job_id: string | null
  case_id: string | null
  alert_id: string | null
  read_at: number | null
  /** `at` of the update that the watcher has a notice of. */
  noticed_at: Generated<number | null>
}

/** A user mentioned in a comment. */
export interface MentionTable {
  id: string
  comment_id: string
  login: string
  at: number
  read_at: number | null
}

export interface WatchTables {
  value_watches: ValueWatchTable
  value_news: ValueNewsTable
  mentions: MentionTable
}
