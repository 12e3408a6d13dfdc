import { actors } from '../../domain/actors.ts'
import type { WorkerType } from '../../domain/definition.ts'
import type { Secrets } from '../../identity/secrets.ts'
import type { Blobs } from '../../storage/blobs/blobs.ts'
import type { Database } from '../../storage/database.ts'
import type { Remote } from './remote.ts'
import type { Reporting } from './report.ts'
import type { ImportState } from './state.ts'
import type { Values } from './values.ts'

/** What the command line asks for. */
export interface ImportOptions {
  readonly keys: readonly string[]
  readonly organizations: readonly string[]
  /** Only what was made there at or after this moment. */
  readonly since: number | undefined
  readonly dryRun: boolean
  /** Cortex: API keys of users too. */
  readonly apiKeys: boolean
  /** Cortex: those who administer the whole installation, too. */
  readonly superadmins: boolean
  /** TheHive: also look for additions to entities that were imported already. */
  readonly refresh: boolean
  /** TheHive: the organization here, if it is to have another name. */
  readonly into: string | undefined
}

/** What each part of an import is handed. */
export interface ImportContext extends Reporting {
  readonly options: ImportOptions
  readonly remote: Remote
  readonly database: Pick<Database, 'db' | 'dialect'>
  readonly blobs: Blobs
  readonly secrets: Secrets
  readonly state: ImportState
  now(): number
  onProgress(line: string): void
}

/** `new`, `here`, or why it could not be enabled. */
export type Enabled = 'new' | 'here' | { readonly problem: string; readonly advice: string }

/** Enables what another server had enabled. */
export type EnableWorker = (
  type: WorkerType,
  organization: string,
  worker: Values,
) => Promise<Enabled>

export interface CortexContext extends ImportContext {
  readonly enable: EnableWorker
}

/** In the audit trail and as the author of what has none. */
export const importer = actors.import
export const origin = { address: 'command line', requestId: 'command line' }
