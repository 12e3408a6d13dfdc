import type { FeedMatches, ResourceLocation } from '@assay/analyzers'
import type { JobFolder } from './folder.ts'
import type { SandboxState } from './sandbox/sandbox.ts'
import type { WarmPythonState } from './warm-state.ts'

export interface RunnableWorker {
  readonly name: string
  readonly command: string | null
  readonly workingFolder: string | null
  readonly dockerImage: string | null
  readonly builtin: string | null
}

/** Which run of which job it is: no two runs of a job have the same number. */
export interface RunIdentity {
  readonly id: string
  readonly run: number
  readonly type: 'analyzer' | 'responder'
}

/** Why a signal was aborted, when another start of the server will ask for the same job again. */
export const serverStops = 'the server is stopping'

export interface RunRequest {
  /** Not made yet; a runner that needs it on disk makes it. */
  readonly folder: JobFolder
  readonly worker: RunnableWorker
  /** For runners whose programs outlive this process, so the next start finds them. */
  readonly job: RunIdentity
  /** Whose job it is: what there is to share is shared between organizations. */
  readonly organization: string
  /** From when the program starts: what a job waits for others does not count. */
  readonly timeoutMs: number
  /** False when TLP, PAP or the worker's configuration forbid network access. */
  readonly mayUseNetwork: boolean
  /** What the references of the configuration stand for; only built-ins are given any. */
  readonly resources?: Readonly<Record<string, ResourceLocation>>
  /** What threat feeds say about the observable; only built-ins that ask for it get it. */
  readonly feeds?: FeedMatches
  /** Aborted by a stop of the server, or because the job was deleted or is no longer ours. */
  readonly signal: AbortSignal
}

export interface RunResult {
  readonly exitCode: number | null
  /** The last lines that it printed, both streams, at most 64 KiB. */
  readonly tail: string
  /** Why it was ended from outside, if it was: memory, output size, number of processes. */
  readonly limit?: string
  /** The time that it had, when that was up. */
  readonly timeoutMs?: number
  /** All that it printed on the standard stream, when that looks like a report and is not too long. */
  readonly printed?: string
  /**
   * From a runner that has read it already: the report, or that there is none. Otherwise it is in the
   * folder.
   */
  readonly report?: { readonly text: string | undefined }
  /** It was forked from a process that had loaded it, see `warm-python`. */
  readonly isWarm?: boolean
}

/**
 * A job that cannot be run, in a message meant for people: no path of the server, no output of a
 * third-party program. Every other error's message is for the log only.
 */
export class CannotRun extends Error {
  override name = 'CannotRun'
}

/**
 * The runner itself ended, and it is unknown how far the program came. The program is ended, too.
 */
export class ProgramLost extends Error {}

/**
 * Starts something and waits, and ends it when its time is up. It does not understand reports, know
 * about jobs or touch the database. Resolves when the program has ended, whatever its exit code;
 * rejects if it could not be started.
 */
export interface Runner {
  readonly name: 'builtin' | 'process' | 'docker' | 'kubernetes'
  accepts(worker: RunnableWorker): boolean
  run(request: RunRequest): Promise<RunResult>
  /** Of a runner that starts programs on this machine. */
  readonly sandbox?: SandboxState
  warmPython?(): WarmPythonState
  /** At start: ends programs that a killed predecessor left running. Returns how many. */
  endLeftovers?(): number
  /** A real try; answers why it does not work here, if so. Repeated from time to time. */
  test?(): Promise<string | undefined>
  /** Ends programs of abandoned jobs; gets the ones still wanted. */
  sweep?(wanted: (jobIds: readonly string[]) => Promise<ReadonlySet<string>>): Promise<number>
  stop?(): Promise<void>
}

/** The first one, in the order of the settings, that can run it. */
export const chooseRunner = (runners: readonly Runner[], worker: RunnableWorker) =>
  runners.find((runner) => runner.accepts(worker))

/** Why it cannot be used; undefined when the attempt succeeds. */
export const problemOf = (attempt: Promise<unknown>): Promise<string | undefined> =>
  attempt.then(
    () => undefined,
    (error: Error) => error.message,
  )
