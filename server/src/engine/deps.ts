import type { Deps } from '../deps.ts'
import type { Catalogue } from './catalogue/catalogue.ts'
import type { Spool } from './execution/spool.ts'
import type { ClaimedJob } from './job-rows/claimed.ts'
import type { JobRow } from './job-rows/store.ts'
import type { JobEvents } from './jobs/events.ts'
import type { Queue } from './queue/queue.ts'
import type { ResourceCache } from './resources/cache.ts'
import type { OperatorFolder } from './resources/operator-folder.ts'
import type { Runner } from './runners/runner.ts'

/** What the modules of the engine are handed, in addition to what every module is. */
export interface EngineDeps extends Deps {
  readonly catalogue: Catalogue
  readonly events: JobEvents
  /** All that moves jobs on; `queue` is the connections that it uses for what no request waits for. */
  readonly jobQueue: Queue
  /** What the settings name. */
  readonly runners: readonly Runner[]
  /** Those that work here now. */
  workingRunners(): readonly Runner[]
  /** What the nodes that claim accept; see `domain/needs.ts`. */
  offered(): readonly string[]
  /** What a job with these needs waits for, when no node can run it: "a node with docker". */
  waitingFor(needs: string): string | undefined
  /** After a limit or a pool was changed: nodes look again at once. */
  workersChanged(): void
  /** After a budget was changed, or its provider answered: what waits for it is let through at once, if there is room. */
  openHeldJobs(): void
  readonly jobsFolder: string
  readonly spool: Spool
  /** What `analyzer.resources` names, if it does. */
  readonly operatorFolder: OperatorFolder | undefined
  readonly resourceCache: ResourceCache
  /**
   * A nudge, not a hand-over: the row is the truth, the loop also polls. Returns whether a job with these
   * needs is likely to be started here at once; if not, other processes should be notified.
   */
  wake(needs?: string): boolean
  /**
   * A slot for a job that is about to be submitted, if this node may start it at once: then it is claimed
   * in the statement that stores it, unless others wait.
   */
  reserve(job: Pick<JobRow, 'id' | 'needs'>): Promise<SlotForNewJob | undefined>
}

export interface SlotForNewJob {
  readonly owner: string
  start(job: ClaimedJob): void
  /** The job was not claimed; with the error, if its fate is not known. */
  cancel(error?: unknown): void
}
