import type { FastifyBaseLogger } from 'fastify'
import type { Background } from './background/background.ts'
import type { Bus } from './events/bus.ts'
import type { Secrets } from './identity/secrets.ts'
import type { Config } from './settings/config.ts'
import type { Blobs } from './storage/blobs/blobs.ts'
import type { ClusterNotifications } from './storage/common/cluster.ts'
import type { Dialect } from './storage/common/dialect.ts'
import type { Db } from './storage/database.ts'

export interface Clock {
  now(): number
  sleep(ms: number): Promise<void>
  /** Of tests: decides also where otherwise the database's clock does. */
  readonly overridesDatabase?: boolean
}

/** What every module is handed. Built once in `main.ts`, or by a test. */
export interface Deps {
  readonly config: Config
  readonly clock: Clock
  readonly log: FastifyBaseLogger
  readonly db: Db
  /** A separate connection for claims, leases and ends of jobs: requests cannot block them. */
  readonly queue: Db
  /** Why the database cannot be worked with, in two seconds; undefined when all is well. */
  checkDatabase(): Promise<string | undefined>
  /** Why it is slow, if so. */
  slowDatabase(): Promise<readonly string[]>
  /** Why this version can no longer work on the tables, if a newer one has changed them. */
  schemaProblem(): string | undefined
  readonly dialect: Dialect
  readonly cluster: ClusterNotifications
  readonly blobs: Blobs
  readonly secrets: Secrets
  /** Where open streams get changes. */
  readonly bus: Bus
  /** Does what no request waits for, and gives every organization its share. */
  readonly background: Background
  /** Aborted when the server stops: waits and streams end with what they have. */
  readonly stopping: AbortSignal
  /** Where this process listens, as it reaches itself; nothing before it does. */
  selfUrl(): string | undefined
  /** Random id of this installation, the same for all processes on one database. */
  readonly instance: string
}
