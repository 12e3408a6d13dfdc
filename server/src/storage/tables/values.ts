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
  /** Rank of the verdict, see `domain/values/verdict.ts`; null when it never answered. */
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
  /** See `changeText`. */
  changes: string
  /** JSON array. */
  reasons: string
  /** The text, if it is short enough for a list. */
  data: string | null
}
