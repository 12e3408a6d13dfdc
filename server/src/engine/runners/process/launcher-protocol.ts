import type { FolderTexts } from '../folder.ts'
import type { ProgramLimits } from '../program-limits.ts'
import type { RunResult } from '../runner.ts'
import type { WarmState } from '../warm-state.ts'
import type { WarmPolicy } from './warm-python/pool.ts'
import type { ZygoteSpec } from './warm-python/spec.ts'

/** The first message to a launcher. */
export interface LauncherSetup {
  readonly type: 'setup'
  /** Begins the mark of every program that it starts. */
  readonly mark: string
  readonly environment: Readonly<Record<string, string>>
  readonly limits: ProgramLimits
  readonly graceMs: number
  readonly lookEveryMs: number
  readonly warmPolicy: WarmPolicy
  /** Whether sandboxed programs get a filter of system calls. */
  readonly isFiltered: boolean
}

export interface LaunchRequest {
  readonly type: 'run'
  readonly id: number
  readonly folder: string
  /** Set when the launcher makes the folder, reads the report and removes it. */
  readonly newFolder?: FolderTexts
  /** The sandbox with its arguments; but for the folder, the same for all jobs of a program. */
  readonly wrapper: readonly string[]
  /** Program and arguments. */
  readonly command: readonly string[]
  readonly workingFolder: string
  /** In addition to those of the set-up. */
  readonly variables: Readonly<Record<string, string>>
  readonly isSandboxed: boolean
  /** Of a Python program that may be forked instead of started. */
  readonly zygote?: ZygoteSpec
}

/** Asks a program to end, and ends it after the grace. */
export interface EndRequest {
  readonly type: 'end'
  readonly id: number
}

export type LauncherMessage = LauncherSetup | LaunchRequest | EndRequest

export type LauncherAnswer =
  | { readonly type: 'ready' }
  | { readonly type: 'done'; readonly id: number; readonly result: RunResult }
  | {
      readonly type: 'refused'
      readonly id: number
      readonly reason: string
      /** See `CannotRun`. */
      readonly isForPeople: boolean
      /** See `ProgramLost`. */
      readonly isLost: boolean
    }
  | { readonly type: 'warm'; readonly state: WarmState }
