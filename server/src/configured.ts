import { join, resolve } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { Clock } from './deps.ts'
import type { Config } from './settings/config.ts'
import type { BlobsOptions } from './storage/blobs/open.ts'
import { type Database, openDatabase } from './storage/database.ts'
import { refuseUpgradeInUse } from './storage/schema/in-use.ts'

export const systemClock: Clock = {
  now: () => Date.now(),
  sleep: (ms) => sleep(ms),
}

const sqliteFile = (config: Config) => join(resolve(config.data.dir), 'assay.sqlite')

/** Nodes on PostgreSQL are upgraded one after the other; a file has one version at a time. */
export const refuseUnsafeUpgrade = async (config: Config): Promise<void> => {
  if (config.database.url === undefined) await refuseUpgradeInUse(sqliteFile(config))
}

/** The database that the settings name. */
export const openConfigured = (config: Config, log: Logger, name?: string): Promise<Database> =>
  openDatabase({
    ...(name === undefined ? {} : { name }),
    ...(config.database.url === undefined
      ? { file: sqliteFile(config) }
      : { url: config.database.url }),
    searchMs: config.search.timeoutMs,
    ...(config.database.listenUrl === undefined ? {} : { listenUrl: config.database.listenUrl }),
    namedStatements: config.database.namedStatements,
    syncInPool: config.database.backgroundSync,
    // The system may have dropped what it could not write: going on would build on rows that a later
    // start does not find.
    onSyncFailed: (error) => {
      log.fatal({ err: error }, 'commit to disk failed in data.dir; shutting down')
      process.exit(1)
    },
    onDeaf: (reason) => log.warn(reason),
    onPooler: (advice) => log.warn(advice),
    onSlowCommits: (meanMs) =>
      log.warn(
        { meanMs: Math.round(meanMs) },
        'slow commits: the disk of data.dir delays requests; use a faster disk, database.backgroundSync or PostgreSQL',
      ),
    patienceMs: Math.max(config.database.startWaitMs, 1),
    // The error in other words: as `err` it would be left out like everything else about an outage.
    onAway: (error) => log.error({ reason: reasonOf(error) }, 'database unavailable'),
    onBack: (awayMs) => log.warn({ awayMs: Math.round(awayMs) }, 'database available again'),
    onUnheard: (error) =>
      log.debug({ reason: reasonOf(error) }, 'lost the notification connection to other processes'),
  })

/** A name with two addresses fails with one error for each, and no message. */
const reasonOf = (error: unknown): string =>
  error instanceof AggregateError
    ? error.errors.map(reasonOf).join('; ')
    : error instanceof Error
      ? error.message || String((error as NodeJS.ErrnoException).code)
      : String(error)

export const blobsOptions = (config: Config, { db }: Database, log?: Logger): BlobsOptions => ({
  url: config.blobs.url,
  formerUrl: config.blobs.formerUrl,
  folder: join(resolve(config.data.dir), 'blobs'),
  db,
  databaseUrl: config.database.url,
  s3: config.blobs.s3,
  cacheBytes: config.blobs.cacheLimitBytes,
  maxBytes: config.http.uploadLimitBytes,
  ...(log && { log }),
})
