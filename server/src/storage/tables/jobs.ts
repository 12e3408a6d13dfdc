import type { JobStatus, NotApplicableKind } from '@assay/contract'
import type { Generated } from 'kysely'
import type { AskerKind } from '../../domain/caller.ts'
import type { AttachmentColumns } from './common-columns.ts'

/** The queue itself: a job waits, is leased, ends. */
export interface JobTable extends AttachmentColumns {
  id: string
  organization: string
  type: 'analyzer' | 'responder'
  worker_id: string
  worker_name: string
  worker_definition_id: string
  status: JobStatus
  data_type: string
  /** Text of an analyzer's observable, JSON text of a responder's data, null for files. */
  data: string | null
  /** SHA-256 of the data: long values are searched by it. */
  data_hash: string | null
  tlp: number
  pap: number
  message: string
  /** JSON object text. */
  parameters: string
  label: string | null
  cache_key: string
  error_message: string | null
  /** Of a failure that is none: the observable is not for this analyzer. */
  not_applicable: Generated<NotApplicableKind | null>
  /** JSON text, secrets removed. */
  input: string | null
  runner: string | null
  /** 1 for people, 0 for programs, -1 for rules and agents. */
  priority: number
  /** Who wanted it, wherever the call passed through; unknown of jobs of earlier releases. */
  asked_by: Generated<string | null>
  asked_kind: Generated<AskerKind | null>
  /** The run of a rule or an agent that led to it; `watch/` and the id of a watch for its re-checks. */
  cause: Generated<string | null>
  /** Place in the fair queue, see `domain/fair-queue.ts`. */
  turn: number
  attempts: number
  /** Counted up by each claim and never down: job and run name what a process holds. */
  run: Generated<number>
  /** The cache key of a job that equal ones merge with while it is in flight. */
  merge_key: string | null
  /** What a node must offer to run it; see `domain/needs.ts`. */
  needs: Generated<string>
  locked_by: string | null
  locked_until: number | null
  start_date: number | null
  end_date: number | null
  created_at: number
  created_by: string
  updated_at: number | null
  updated_by: string | null
}

/** Kept by triggers; the rows of one key add up. */
export interface JobCountTable {
  organization: string
  status: JobTable['status']
  data_type: string
  type: JobTable['type']
  worker_id: string
  worker_name: string
  count: number
}

/** What the program of a running job says of itself. */
export interface JobProgressTable {
  job_id: string
  organization: string
  /** JSON object, see `domain/job-progress.ts`. */
  body: string
  at: number
}

/** The report as the text that leaves: never parsed again. */
export interface ReportTable {
  job_id: string
  organization: string
  body: string
}

export interface ArtifactTable extends AttachmentColumns {
  id: string
  job_id: string
  organization: string
  data_type: string
  data: string | null
  tlp: number
  /** JSON array. */
  tags: string
  message: string | null
  created_at: number
  created_by: string
  /** See `domain/values/key.ts`; null in rows of before there was one. */
  value_hash: string | null
  /** What the value is to the one it was found in; only our own analyzers say so. */
  kind: string | null
}

/** Similarity hashes from the file analyzer, to find similar files. */
export interface FileLikenessTable {
  job_id: string
  organization: string
  seen_at: number
  sha256: string
  size: number
  filename: string
  block_size: number | null
  ssdeep: string | null
  tlsh_length: number | null
  tlsh: string | null
}

/** What callers named their requests with, and the job that each got. */
export interface JobRequestTable {
  organization: string
  request_key: string
  job_id: string
  /** Of what was sent: the same key with other content is refused. */
  content_hash: string
}

/** Jobs about files that another job found, and that job itself (depth 0). */
export interface FollowedJobTable {
  job_id: string
  organization: string
  /** The first of them. */
  root_id: string
  parent_id: string
  depth: number
  sha256: string
}

/** Jobs whose files are still to be handed to other analyzers. A process has them until a moment. */
export interface FilesToFollowTable {
  job_id: string
  organization: string
  taken_until: number
  attempts: number
}

export interface JobTables {
  jobs: JobTable
  job_counts: JobCountTable
  job_progress: JobProgressTable
  reports: ReportTable
  artifacts: ArtifactTable
  file_likeness: FileLikenessTable
  job_requests: JobRequestTable
  followed_jobs: FollowedJobTable
  files_to_follow: FilesToFollowTable
}
