import type { NotApplicableKind } from '@assay/contract'
import type { Insertable } from 'kysely'
import type { Deps } from '../../deps.ts'
import type { BlockListOrder } from '../../domain/block-list.ts'
import type { FileSimilarity } from '../../domain/file-similarity.ts'
import type { Db } from '../../storage/database.ts'
import type { Notified } from '../../storage/rows/watch-news.ts'
import type { ArtifactTable } from '../../storage/tables/jobs.ts'
import type { ClaimedJob } from '../job-rows/claimed.ts'
import type { JobWithReportRow } from '../job-rows/report-store.ts'
import type { JobRow, NewJob, VisibleJob } from '../job-rows/store.ts'
import type { Answer as ValueAnswer } from '../values/answers.ts'

/**
 * The rows of `jobs` as a queue: everything that moves a job from one status to the next, except that
 * people delete it. SQLite and PostgreSQL have one implementation each; the contract suite holds that
 * both answer alike and leave equal rows (docs/decisions/0007-queue.md).
 */
export interface Queue {
  /**
   * Equal jobs merge, exactly `rate` of them pass, and each takes its own place in the queue. One with a `request`
   * gets the job that this request got before, whatever became of it.
   */
  submit(submission: Submission): Promise<Answer>
  /**
   * Takes up to `count` waiting jobs for this process, of those that it accepts (`domain/needs.ts`), first
   * of the queue first; of any organization but `except`, where one is named, no more than one. Each job is
   * claimed exactly once, whatever races.
   */
  claim(
    owner: string,
    count: number,
    accepts: readonly string[],
    except?: string,
  ): Promise<ClaimedJob[]>
  /**
   * Ends a job, with its report and artifacts, only while this run of it continues: after a pause longer
   * than the lease it may have been claimed again, by another process or by ourselves; and a deleted job
   * stays deleted.
   */
  end(job: Run & Pick<JobRow, 'organization' | 'created_by'>, end: JobEnd): Promise<Ended>
  /** A job and its report; on PostgreSQL together with those that others ask for at the moment. */
  read(organization: string, id: string): Promise<JobWithReportRow | undefined>
  /** Our running jobs live on; answers those that are no longer ours. */
  renew(runs: readonly Run[]): Promise<Run[]>
  /**
   * After a graceful shutdown: analyzers wait again as if they had never been taken. A responder is
   * never repeated, so it is not among them.
   */
  giveBack(owner: string, except?: readonly string[]): Promise<Released[]>
  /** One that has not begun waits again, behind the other jobs of its organization; false if it is not ours. */
  release(run: Run): Promise<boolean>
  running(): Promise<LostJob[]>
  /** Running jobs whose process has let the lease run out. */
  lost(): Promise<LateJob[]>
  /** Back into the queue, only if nothing has touched it since we looked. */
  requeue(job: LostJob, attempts?: number): Promise<boolean>
  /** The same for one that is not tried again. */
  fail(job: LostJob, message: string): Promise<boolean>
  /** A request that stores more than a submission: all that `work` does counts, or none of it. */
  entering<T>(work: (own: EnteringQueue) => Promise<T>): Promise<T>
  /** All that `work` does counts, or none of it. */
  together<T>(work: (own: HeldQueue) => Promise<T>): Promise<T>
}

/** A submission inside a transaction of a request. */
export interface EnteringQueue extends Pick<Queue, 'submit'> {
  readonly db: Db
}

/** The queue inside a transaction, with the locks that last as long as it does. */
export interface HeldQueue extends Pick<Queue, 'claim'> {
  readonly db: Db
  /** How many more jobs each may run, counted while no other process claims jobs of these workers. */
  room(workers: readonly LimitedWorker[]): Promise<Map<string, number>>
  /** Whether this process does what one process at a time is to do. */
  isOurTurn(work: SharedWork): Promise<boolean>
}

export type SharedWork = 'unrunnable jobs'

/** `db` for what requests wait for, `queue` for the rest: requests cannot keep that waiting. */
export type QueueSource = Pick<Deps, 'db' | 'queue' | 'dialect' | 'clock'>

export interface LimitedWorker {
  readonly id: string
  readonly needs: string
  readonly max: number
}

/** What the database adds: its moment, and the place in the queue. */
type Added = 'turn' | 'attempts' | 'created_at' | 'start_date' | 'end_date' | Updated
type Updated = 'updated_at' | 'updated_by'

export interface Submission {
  /** `Waiting`, or a `Failure` that ends as it begins. */
  readonly job: Omit<NewJob, Added>
  /** How old a success may be that answers it; of a job without `merge_key` nothing does. */
  readonly freshMs: number
  readonly rate: { readonly jobs: number; readonly windowMs: number } | undefined
  /** Asks what the answer would be, and leaves no trace. */
  readonly isLook: boolean
  /** Who would run it at once: claims it with the same statement, if no job waits. */
  readonly claimFor?: string | undefined
  /** What its caller named it, to be able to repeat it. */
  readonly request?: NamedRequest | undefined
}

export interface NamedRequest {
  /** One of its organization. */
  readonly key: string
  /** Of what was sent: the same key for something else is a mistake of the caller. */
  readonly hash: string
}

export type Answer =
  | { readonly is: 'equal'; readonly job: VisibleJob }
  /** The job as it was accepted, which is waiting, and as it was then claimed. */
  | { readonly is: 'new'; readonly job: VisibleJob; readonly claimed?: ClaimedJob | undefined }
  | { readonly is: 'repeated'; readonly job: VisibleJob }
  /** The request of this name was for something else. */
  | { readonly is: 'taken' }
  | { readonly is: 'free' }
  /** `blocker` is when the job was made that must leave the window before the next may enter. */
  | { readonly is: 'rate'; readonly now: number; readonly blocker: number | undefined }

/** What a process holds: a claim counts the runs of a job up, and nothing counts them down. */
export type Run = Pick<JobRow, 'id' | 'run'>

export interface JobEnd {
  status: 'Success' | 'Failure'
  runner: string | null
  errorMessage?: string
  /** Of a Failure that is none. */
  notApplicable?: NotApplicableKind
  /** JSON text, secrets removed. */
  input?: string
  /** The report as it will leave, of a Success. */
  report?: string
  artifacts?: readonly Insertable<ArtifactTable>[]
  /** What a block list is to hold from now on. */
  feed?: BlockListOrder
  /** By what the file is found when others look for similar ones. */
  similarity?: FileSimilarity
  /** The files that it found are to be analyzed, too. */
  follows?: true
  /** What is kept with the value; of an analyzer. */
  answer?: ValueAnswer
}

/** Whether the job was ended, and which watchers of its value to notify. */
export interface Ended {
  readonly isEnded: boolean
  readonly notified: readonly Notified[]
}

export type Released = Pick<JobRow, 'id' | 'organization'>

export type LostJob = Pick<
  JobRow,
  'id' | 'organization' | 'type' | 'attempts' | 'run' | 'locked_by' | 'locked_until' | 'created_by'
>

export type LateJob = LostJob & { readonly late_ms: number }
