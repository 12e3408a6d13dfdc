import type { ResourceLocation } from '@assay/analyzers'
import type { SandboxState } from './sandbox.ts'

export interface RunnableWorker {
  readonly name: string
  readonly command: string | null
  readonly workingFolder: string | null
  readonly dockerImage: string | null
  readonly builtin: string | null
}

/** Of a job folder without an attachment: one process makes it, reads it and removes it. */
export interface WholeFolder {
  /** The text of `input.json`. */
  readonly input: string
  readonly certificates?: string
}

export interface RunRequest {
  /** The job folder: `input/` is filled, `output/` is empty; or it does not exist yet, see below. */
  readonly folder: string
  /** Only for a runner that `makesFolders`. */
  readonly wholeFolder?: WholeFolder
  readonly worker: RunnableWorker
  /** Whose job it is: what there is to share is shared between organizations. */
  readonly organization: string
  /** For a runner that `keepsTime`. */
  readonly timeoutMs?: number
  /** False when TLP, PAP or the worker's configuration forbid it to talk to anybody. */
  readonly mayUseNetwork: boolean
  /** Whether `input/cacerts` was written. */
  readonly hasCertificates: boolean
  /** What the references of the configuration stand for; only built-ins are given any. */
  readonly resources?: Readonly<Record<string, ResourceLocation>>
  /** Aborted by the deadline, by a stop of the server, or because the job was deleted. */
  readonly signal: AbortSignal
}

/** Of a job that brings no file: a runner that can, takes it without a folder on disk. */
export interface TextRequest
  extends Pick<
    RunRequest,
    'worker' | 'organization' | 'timeoutMs' | 'mayUseNetwork' | 'resources' | 'signal'
  > {
  /** What `input.json` would hold. */
  readonly input: string
  /** Where the folder is made if the program asks for it. */
  readonly folder: string
}

export interface TextResult extends RunResult {
  /** What `output.json` would hold. */
  readonly output: string | undefined
  /** False when there is surely nothing on disk. */
  readonly mayHaveFolder: boolean
}

export interface RunResult {
  readonly exitCode: number | null
  /** The last lines that it printed, both streams, at most 64 KiB. */
  readonly tail: string
  /** Why it was ended from outside, if it was: memory, output size, number of processes. */
  readonly limit?: string
  /** Set by a runner that `keepsTime` when the time was up. */
  readonly timeoutMs?: number
  /** All that it printed on the standard stream, when that looks like a report and is not too long. */
  readonly printed?: string
  /** Set when the runner has read the report of a whole folder; it removes the folder, too. */
  readonly read?: { readonly report: string | undefined }
}

/**
 * A job that cannot be run, in words that are meant for people: no path of the server, nothing that
 * somebody else's program said. What every other error says is for the log only.
 */
export class CannotRun extends Error {
  override name = 'CannotRun'
}

/** The runner itself ended, and nobody knows how far the program came. The program is ended, too. */
export class ProgramLost extends Error {}

/**
 * Starts something and waits. It does not understand reports, know about jobs or touch the database.
 * Resolves when the program has ended, whatever its exit code; rejects if it could not be started.
 */
export interface Runner {
  readonly name: 'builtin' | 'process' | 'docker'
  /** Takes a `wholeFolder` instead of one that lies ready. */
  readonly makesFolders?: true
  /**
   * Ends a program at the `timeoutMs` of its request by itself, counted from when it starts: what a
   * job waits for others does not count.
   */
  readonly keepsTime?: true
  accepts(worker: RunnableWorker): boolean
  run(request: RunRequest): Promise<RunResult>
  runText?(request: TextRequest): Promise<TextResult>
  /** Of a runner that starts programs on this machine. */
  readonly sandbox?: SandboxState
  /** At start: ends programs that a killed predecessor left running. Answers how many. */
  endLeftovers?(): number
  stop?(): Promise<void>
}

/** The first one, in the order of the settings, that can run it. */
export const chooseRunner = (runners: readonly Runner[], worker: RunnableWorker) =>
  runners.find((runner) => runner.accepts(worker))
