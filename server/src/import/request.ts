import type { WorkerType } from '../domain/definition.ts'
import type { Secrets } from '../identity/secrets.ts'
import type { Blobs } from '../storage/blobs/blobs.ts'
import type { Database } from '../storage/database.ts'
import type { Values } from './cortex-rows.ts'
import type { Remote } from './remote.ts'

export interface CortexImport {
  readonly remote: Remote
  /** Of a superadmin of the other server. */
  readonly key: string
  readonly database: Pick<Database, 'db' | 'dialect'>
  readonly blobs: Blobs
  readonly secrets: Secrets
  readonly now: number
  /** Enables a worker by a definition of the catalogue here; a sentence when that cannot be done. */
  enable(type: WorkerType, organization: string, worker: Values): Promise<string | undefined>
  onProgress(line: string): void
}

export interface Imported {
  organizations: number
  users: number
  workers: number
  jobs: number
  /** What could not be carried, and what to do about it. */
  readonly left: string[]
}
