import { makeBackup, refuseMissingFile } from './backup/backup.ts'
import { type Copied, copyInstallation } from './backup/copy.ts'
import { targetConfig } from './backup/copy-target.ts'
import type { Manifest } from './backup/format.ts'
import { restoreBackup, verifyBackup } from './backup/restore.ts'
import type { MoveOptions, MoveResult } from './blobs/command.ts'
import { blobsOptions, openConfigured, systemClock } from './configured.ts'
import type { Deps } from './deps.ts'
import { homeOrganization } from './domain/caller.ts'
import type { DrainRequest } from './drain/command.ts'
import { keptJobs, removeOldJobs } from './engine/jobs/retention.ts'
import { previewOf } from './engine/jobs/retention-preview.ts'
import { drainNodes, haveHeard, stillRunning } from './engine/nodes/drain.ts'
import { makeBus } from './events/bus.ts'
import { resetSecondFactorFromShell } from './identity/second-factor-setup/from-shell.ts'
import { createFromShell, resetFromShell } from './identity/users/from-shell.ts'
import type { ImportRequest } from './import/command.ts'
import type { Product } from './import/identify.ts'
import type { ImportReport } from './import/report.ts'
import { runImport } from './import/run.ts'
import { type Rotation, rotateMasterKey } from './key/rotate.ts'
import { makeLog } from './log.ts'
import type { RetentionRequest, RetentionResult } from './retention/command.ts'
import type { Config } from './settings/config.ts'
import type { Moved } from './storage/blobs/move.ts'
import {
  copyFiles,
  defaultUrl,
  moveBetween,
  openBlobs,
  openForReading,
} from './storage/blobs/open.ts'
import { BlobsUnavailable } from './storage/blobs/store.ts'
import type { Database } from './storage/database.ts'
import { migrate, pendingMigrations } from './storage/migrate.ts'
import { onceMore } from './storage/prepared.ts'
import { tellOfMigration } from './storage/schema-watch.ts'
import type { NewAccount } from './user/command.ts'

/** `assay migrate`: for those who upgrade the database before they start the program. */
export async function migrateDatabase(config: Config): Promise<readonly string[]> {
  const database = await openConfigured(config, makeLog(config.log.level))
  try {
    const migrated = await onceMore(() => migrate(database, systemClock.now()))
    if (migrated.length > 0) tellOfMigration(database)
    return migrated
  } finally {
    await database.close()
  }
}

/** `assay key rotate`. */
export async function rotateKey(config: Config, toFile?: string): Promise<Rotation> {
  // Under a name of its own, because it looks for the sessions of servers.
  const database = await openConfigured(config, makeLog(config.log.level), 'assay-key')
  try {
    return await rotateMasterKey(config, database, toFile, systemClock.now())
  } finally {
    await database.close()
  }
}

/** `assay blobs move`. */
export async function moveFiles(
  config: Config,
  given: MoveOptions,
  onProgress: (moved: Moved) => void,
): Promise<MoveResult> {
  const database = await openConfigured(config, makeLog(config.log.level), 'assay-blobs')
  try {
    await requireTables(database)
    const options = blobsOptions(config, database)
    const now = config.blobs.url ?? defaultUrl(options)
    const { from = now, to = now } = given
    const moved = await moveBetween(options, { from, to }, onProgress)
    return { moved, from, to, isConfigured: to === now }
  } finally {
    await database.close()
  }
}

/** `assay retention`: beside a running server, or without one. */
export async function retention(
  config: Config,
  { organization, isDryRun }: RetentionRequest,
): Promise<RetentionResult> {
  refuseMissingFile(config)
  const database = await openConfigured(config, makeLog(config.log.level), 'assay-retention')
  try {
    await requireTables(database)
    const deps = { db: database.db, clock: systemClock, config }
    const kept = await keptJobs(deps, organization)
    if (kept.length === 0) throw new Error(`There is no organization ${organization}`)
    if (isDryRun) {
      const previews = new Map<string, Awaited<ReturnType<typeof previewOf>>>()
      for (const one of kept)
        previews.set(one.organization, await previewOf(deps, one.organization, one.ms))
      return { previews }
    }
    const maxBytes = Number.POSITIVE_INFINITY
    const blobs = await openBlobs({ ...blobsOptions(config, database), maxBytes })
    try {
      const stopping = new AbortController().signal
      return { removed: await removeOldJobs({ ...deps, blobs, stopping }, organization) }
    } finally {
      await blobs.close()
    }
  } catch (error) {
    throw withReason(error)
  } finally {
    await database.close()
  }
}

/** `assay drain`: through the database, so it works wherever a server could start. */
export async function drain(config: Config, { node, isUndo, waits }: DrainRequest) {
  const database = await openConfigured(config, makeLog(config.log.level), 'assay-drain')
  const deps = { ...database, clock: systemClock }
  try {
    await requireTables(database)
    const told = await drainNodes(database, deps, node, !isUndo)
    const ids = told.map(({ id }) => id)
    if (!isUndo) await haveHeard(deps, ids)
    while (waits && (await stillRunning(deps, ids)).length > 0) await systemClock.sleep(500)
    return told
  } finally {
    await database.close()
  }
}

/** What `assay user` does, through the database: beside a running server, which hears of it. */
async function changeUsers<T>(
  config: Config,
  work: (deps: Pick<Deps, 'db' | 'dialect' | 'clock' | 'bus' | 'config'>) => Promise<T>,
): Promise<T> {
  const database = await openConfigured(config, makeLog(config.log.level), 'assay-user')
  try {
    await requireTables(database)
    const { db, dialect, cluster } = database
    return await work({ db, dialect, clock: systemClock, bus: makeBus(cluster), config })
  } finally {
    await database.close()
  }
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
  const database = await openConfigured(config, makeLog(config.log.level), 'assay-backup')
  try {
    await requireTables(database)
    const store = await openForReading(blobsOptions(config, database))
    try {
      const now = systemClock.now()
      return await makeBackup({ config, database, store, path, passphrase, now })
    } finally {
      await store.close()
    }
  } catch (error) {
    throw withReason(error)
  } finally {
    await database.close()
  }
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
  const log = makeLog(config.log.level)
  const from = await openConfigured(config, log, 'assay-copy')
  try {
    await requireTables(from)
    const into = await openConfigured(target, log, 'assay-copy')
    try {
      return await copyInstallation({
        from: { config, database: from },
        to: { config: target, database: into },
        copyFiles: () => copyFiles(blobsOptions(config, from), blobsOptions(target, into)),
        now: systemClock.now(),
        onProgress,
      })
    } finally {
      await into.close()
    }
  } catch (error) {
    throw withReason(error)
  } finally {
    await from.close()
  }
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
    // Under the name of servers: a copy and a key rotation must not run meanwhile.
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

/** What callers of the API are not told, an operator needs. */
const withReason = (error: unknown): unknown =>
  error instanceof BlobsUnavailable && error.cause instanceof Error
    ? new Error(
        `blobs.url: the file store does not answer (${error.cause.message}). Run this again when it does.`,
        { cause: error.cause },
      )
    : error

async function requireTables(database: Database): Promise<void> {
  if ((await pendingMigrations(database)).length > 0)
    throw new Error('This database was not upgraded yet: start this version of Assay first')
}
