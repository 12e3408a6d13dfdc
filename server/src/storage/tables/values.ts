import type { DecisionCause, NotApplicableKind } from '@assay/contract'
import type { Generated } from 'kysely'
import type { AskerKind } from '../../domain/caller.ts'

/**
 * The latest answer of one analyzer about one value, and that it failed, if it did. It stays when the
 * job and its report are removed by retention.
 */
export interface ValueAnswerTable {
  organization: string
  /** See `domain/values/key.ts`. */
  value_hash: string
  worker_id: string
  worker_name: string
  data_type: string
  /** SHA-256 of the text as it was written or of the file: finds observables and jobs. */
  text_hash: string
  is_file: number
  /** Rank of the verdict, see `domain/values/verdict.ts`; null when it never answered. A person's is 10 higher. */
  level: number | null
  /** When it began to say so. */
  level_since: number | null
  job_id: string | null
  answered_at: number | null
  failed_job_id: string | null
  failed_at: number | null
  first_at: number
  file_name: string | null
  /** Why it failed last; secrets are removed. */
  error: string | null
  /** Why the last failure is none. */
  not_applicable: NotApplicableKind | null
  /** See `changeText`. */
  changes: string
  /** JSON array. */
  reasons: string
  /** The text, if it is short enough for a list. */
  data: string | null
}

/** What an analyst decided about a value; that for the whole organization is a row of `value_answers`, too. */
export interface AnalystVerdictTable {
  id: string
  organization: string
  /** See `domain/values/key.ts`. */
  value_hash: string
  data_type: string
  /** SHA-256 of the text as it was written, or of the file. */
  text_hash: string
  is_file: number
  /** The text, if it is short enough for a list. */
  data: string | null
  file_name: string | null
  /** Null everywhere. */
  case_id: string | null
  /** Rank of the verdict: 1 to 3. */
  level: number
  cause: DecisionCause
  reason: string
  login: string
  at: number
  expires_at: number | null
  ended_at: number | null
  /** Null where it expired. */
  ended_by: string | null
  /** When watchers were notified that an analyzer says worse. */
  contradicted_at: number | null
  /** When its author and the assignees of its open cases were. */
  told_at: number | null
}

/** A job that retention removed, as far as the history of a verdict is made of it; for as long as answers are kept. */
export interface RemovedJobTable {
  job_id: string
  organization: string
  data_type: string
  /** SHA-256 of the text as it was written, or of the file. */
  text_hash: string
  worker_id: string
  worker_name: string
  worker_definition_id: string
  status: 'Success' | 'Failure'
  created_at: number
  ended_at: number
  asked_by: string
  asked_kind: AskerKind | null
  cause: string | null
  /** JSON array: on which lists and feeds it was; null for analyzers that read none. */
  hits: string | null
}

/** An observable that the organization knows, made of its answers and of where it stands. */
export interface KnownValueTable {
  organization: string
  /** See `domain/values/key.ts`. */
  value_hash: string
  data_type: string
  is_file: number
  /** Rank of the verdict; -1 was never analyzed. */
  level: number
  first_seen: number
  last_seen: number
  /** In how many cases, alerts and investigations; 1 if it was only analyzed. */
  seen: number
  cases: number
  alerts: number
  checked_at: number | null
  /** When the verdict last became another one. */
  changed_at: number | null
  /** JSON array: SHA-256 of each spelling, or of the file. Finds observables. */
  text_hashes: string
  /** JSON array. */
  tags: string
  /** What is searched, in lowercase. */
  search: string
  file_name: string | null
  data: string | null
}

/** Something about this observable changed since its row in `known_values` was written. */
export interface UnsettledValueTable {
  id: Generated<number>
  organization: string
  /** Null where a text or a file names it. */
  value_hash: string | null
  data_type: string | null
  attachment_id: string | null
  data: string | null
}

/** A named filter of a list. */
export interface ListViewTable {
  id: string
  organization: string
  /** Who made it. */
  login: string
  list: string
  name: string
  /** As in the address, with its `?`. */
  search: string
  /** 1: for the organization. */
  shared: number
  created_at: number
}
