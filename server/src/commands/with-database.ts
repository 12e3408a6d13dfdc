import { blobsOptions, openConfigured, refuseUnsafeUpgrade, systemClock } from '../configured.ts'
import type { Deps } from '../deps.ts'
import { homeOrganization } from '../domain/caller.ts'
import { keptJobs, removeOldJobs } from '../engine/jobs/retention.ts'
import { previewOf } from '../engine/jobs/retention-preview.ts'
import { drainNodes, haveHeard, stillRunning } from '../engine/nodes/drain.ts'
import { makeBus } from '../events/bus.ts'
import { resetSecondFactorFromShell } from '../identity/second-factor-setup/from-shell.ts'
import { createFromShell, resetFromShell } from '../identity/users/from-shell.ts'
import { makeLog } from '../process/log.ts'
import type { Config } from '../settings/config.ts'
import type { Moved } from '../storage/blobs/move.ts'
import {
  copyFiles,
  defaultUrl,
  moveBetween,
  openBlobs,
  openForReading,
} from '../storage/blobs/open.ts'
import { BlobsUnavailable } from '../storage/blobs/store.ts'
import type { Database } from '../storage/database.ts'
import { onceMore } from '../storage/rows/prepared.ts'
import { migrate, pendingMigrations } from '../storage/schema/migrate.ts'
import { notifyMigration } from '../storage/schema/schema-watch.ts'
import { makeBackup, refuseMissingFile } from './backup/backup.ts'
import { type Copied, copyInstallation } from './backup/copy.ts'
import { targetConfig } from './backup/copy-target.ts'
import type { Manifest } from './backup/format.ts'
import { restoreBackup, verifyBackup } from './backup/restore.ts'
import type { MoveOptions, MoveResult } from './blobs/command.ts'
import type { DrainRequest } from './drain/command.ts'
import type { ImportRequest } from './import/command.ts'
import type { Product } from './import/identify.ts'
import type { ImportReport } from './import/report.ts'
import { runImport } from './import/run.ts'
import { type Rotation, rotateMasterKey } from './key/rotate.ts'
import type { RetentionRequest, RetentionResult } from './retention/command.ts'
import type { NewAccount } from './user/command.ts'

/** `assay migrate`: for those who upgrade the database before they start the program. */
export async function migrateDatabase(config: Config): Promise<readonly string[]> {
  await refuseUnsafeUpgrade(config)
  return using(openConfigured(config, makeLog(config.log.level)), async (database) => {
    const migrated = await onceMore(() => migrate(database, systemClock.now()))
    if (migrated.length > 0) notifyMigration(database)
    return migrated
  })
}

/** `assay key rotate`. */
export async function rotateKey(config: Config, toFile?: string): Promise<Rotation> {
  // Under its own name, because it looks for the sessions of servers.
  return using(openConfigured(config, makeLog(config.log.level), 'assay-key'), (database) =>
    rotateMasterKey(config, database, toFile, systemClock.now()),
  )
}

/** `assay blobs move`. */
export async function moveFiles(
  config: Config,
  given: MoveOptions,
  onProgress: (moved: Moved) => void,
): Promise<MoveResult> {
  return inDatabase(config, 'assay-blobs', async (database) => {
    const options = blobsOptions(config, database)
    const now = config.blobs.url ?? defaultUrl(options)
    const { from = now, to = now } = given
    const moved = await moveBetween(options, { from, to }, onProgress)
    return { moved, from, to, isConfigured: to === now }
  })
}

/** `assay retention`: with or without a running server. */
export async function retention(
  config: Config,
  { organization, isDryRun }: RetentionRequest,
): Promise<RetentionResult> {
  refuseMissingFile(config)
  return inDatabase(config, 'assay-retention', async (database) => {
    const deps = { db: database.db, clock: systemClock, config }
    const kept = await keptJobs(deps, organization)
    if (kept.length === 0) throw new Error(`Organization ${organization} not found`)
    if (isDryRun) {
      const previews = new Map<string, Awaited<ReturnType<typeof previewOf>>>()
      for (const one of kept)
        previews.set(one.organization, await previewOf(deps, one.organization, one.ms))
      return { previews }
    }
    const maxBytes = Number.POSITIVE_INFINITY
    return using(openBlobs({ ...blobsOptions(config, database), maxBytes }), async (blobs) => {
      const stopping = new AbortController().signal
      return { removed: await removeOldJobs({ ...deps, blobs, stopping }, organization) }
    })
  })
}

/** `assay drain`: through the database, so it works wherever a server could start. */
export async function drain(config: Config, { node, isUndo, waits }: DrainRequest) {
  return inDatabase(config, 'assay-drain', async (database) => {
    const deps = { ...database, clock: systemClock }
    const nodes = await drainNodes(database, deps, node, !isUndo)
    const ids = nodes.map(({ id }) => id)
    if (!isUndo) await haveHeard(deps, ids)
    while (waits && (await stillRunning(deps, ids)).length > 0) await systemClock.sleep(500)
    return nodes
  })
}

/** What `assay user` does, through the database: a running server is notified. */
async function changeUsers<T>(
  config: Config,
  work: (deps: Pick<Deps, 'db' | 'dialect' | 'clock' | 'bus' | 'config'>) => Promise<T>,
): Promise<T> {
  return inDatabase(config, 'assay-user', ({ db, dialect, cluster }) =>
    work({ db, dialect, clock: systemClock, bus: makeBus(cluster), config }),
  )
}

/** `assay user create`. */
export const createAccount = (config: Config, account: NewAccount, password: string) =>
  changeUsers(config, (deps) => {
    const { login, name = login, organization = homeOrganization, roles } = account
    return createFromShell(deps, { login, name, organization, roles }, password)
  })

/** `assay user reset-password`. */
export const resetPassword = (config: Config, login: string, password: string, unlock: boolean) =>
  changeUsers(config, (deps) => resetFromShell(deps, login, password, unlock))

/** `assay user reset-second-factor`. */
export const resetSecondFactor = (config: Config, login: string) =>
  changeUsers(config, (deps) => resetSecondFactorFromShell(deps, login))

/** `assay backup`. */
export async function backup(
  config: Config,
  path: string,
  passphrase: string | undefined,
): Promise<Manifest> {
  refuseMissingFile(config)
  return inDatabase(config, 'assay-backup', (database) =>
    using(openForReading(blobsOptions(config, database)), (store) =>
      makeBackup({ config, database, store, path, passphrase, now: systemClock.now() }),
    ),
  )
}

/** `assay restore --verify`. */
export const verify = async (path: string): Promise<Manifest> => (await verifyBackup(path)).manifest

/** `assay restore`. */
export async function restore(
  config: Config,
  path: string,
  passphrase: string | undefined,
): Promise<Manifest> {
  try {
    return await restoreBackup({
      config,
      path,
      passphrase,
      now: systemClock.now(),
      openTarget: () => openConfigured(config, makeLog(config.log.level), 'assay-restore'),
      openBlobs: (database) =>
        openBlobs({ ...blobsOptions(config, database), maxBytes: Number.POSITIVE_INFINITY }),
    })
  } catch (error) {
    throw withReason(error)
  }
}

/** `assay copy`. */
export async function copy(
  config: Config,
  to: string,
  onProgress: (line: string) => void,
): Promise<Copied> {
  refuseMissingFile(config)
  const target = targetConfig(config, to)
  return inDatabase(config, 'assay-copy', (from) =>
    using(openConfigured(target, makeLog(config.log.level), 'assay-copy'), (into) =>
      copyInstallation({
        from: { config, database: from },
        to: { config: target, database: into },
        copyFiles: () => copyFiles(blobsOptions(config, from), blobsOptions(target, into)),
        now: systemClock.now(),
        onProgress,
      }),
    ),
  )
}

/** `assay import cortex` and `assay import thehive`. */
export async function importFrom(
  config: Config,
  product: Product,
  request: ImportRequest,
): Promise<ImportReport> {
  refuseMissingFile(config)
  // Progress is on standard error; only what is wrong is logged.
  const log = makeLog('warn')
  const openDatabase = async () => {
    // Under the name of servers: a copy and a key rotation must not run at the same time.
    const database = await openConfigured(config, log)
    try {
      await requireTables(database)
      return database
    } catch (error) {
      await database.close()
      throw error
    }
  }
  try {
    return await runImport(
      {
        config,
        clock: systemClock,
        log,
        openDatabase,
        openBlobs: (database) => openBlobs(blobsOptions(config, database)),
      },
      product,
      request,
    )
  } catch (error) {
    throw withReason(error)
  }
}

/** Closes it, whatever the outcome. */
async function using<Opened extends { close(): Promise<unknown> }, T>(
  opening: Promise<Opened>,
  work: (opened: Opened) => Promise<T>,
): Promise<T> {
  const opened = await opening
  try {
    return await work(opened)
  } finally {
    await opened.close()
  }
}

/** In a database that has its tables, under a name that is not a server's. */
const inDatabase = <T>(config: Config, name: string, work: (database: Database) => Promise<T>) =>
  using(openConfigured(config, makeLog(config.log.level), name), async (database) => {
    try {
      await requireTables(database)
      return await work(database)
    } catch (error) {
      throw withReason(error)
    }
  })

/** What callers of the API may not see, an operator needs. */
const withReason = (error: unknown): unknown =>
  error instanceof BlobsUnavailable && error.cause instanceof Error
    ? new Error(
        `blobs.url: file store unavailable (${error.cause.message}). Fix it and run the command again.`,
        { cause: error.cause },
      )
    : error

async function requireTables(database: Database): Promise<void> {
  if ((await pendingMigrations(database)).length > 0)
    throw new Error('Pending database migrations. Run: assay migrate')
}
