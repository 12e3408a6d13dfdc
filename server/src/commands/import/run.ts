import { resolve } from 'node:path'
import type { Logger } from 'pino'
import type { Clock } from '../../deps.ts'
import type { Config } from '../../settings/config.ts'
import type { Blobs } from '../../storage/blobs/blobs.ts'
import { keepingBlobs } from '../../storage/blobs/keep-blobs.ts'
import { lockData } from '../../storage/common/data-lock.ts'
import type { Database } from '../../storage/database.ts'
import type { ImportRequest } from './command.ts'
import { importCortex } from './cortex.ts'
import { makeEnabling, openSecrets } from './enable.ts'
import { type Product, versionOf } from './identify.ts'
import { openRemote, type Remote, RemoteRefusal, RemoteUnavailable } from './remote.ts'
import { type ImportReport, startReport } from './report.ts'
import type { ImportContext } from './request.ts'
import { importState } from './state.ts'
import { importTheHive } from './thehive.ts'
import { trust } from './trust.ts'

export interface Here {
  readonly config: Config
  readonly clock: Clock
  readonly log: Logger
  openDatabase(): Promise<Database>
  openBlobs(database: Database): Promise<Blobs>
}

/**
 * Checks the other server first: a wrong address or key changes nothing here. Then through the database,
 * so ids, dates and authors stay as they were; running servers find the rows.
 */
export async function runImport(
  here: Here,
  product: Product,
  request: ImportRequest,
): Promise<ImportReport> {
  trust(request.caFile)
  const { url, timeoutMs, maxRate } = request
  const fileBytes = here.config.http.uploadLimitBytes
  const remote = openRemote({ url, timeoutMs, maxRate, fileBytes })
  const version = await versionOf(remote, product)
  const { dryRun } = request.options
  const reporting = startReport({ from: product, url: remote.url, version, dryRun })
  // No rotation of the master key, no copy and no restore at the same time.
  const lock = lockData(resolve(here.config.data.dir), 'shared')
  if (!lock)
    throw new Error(
      'The data folder is in use by a copy, a restore or a key rotation. Wait until it finishes',
    )
  try {
    const database = await here.openDatabase()
    try {
      const blobs = await here.openBlobs(database)
      try {
        const work = () => importInto(here, product, request, remote, database, blobs, reporting)
        await (dryRun ? work() : keepingBlobs(database.db, work))
      } finally {
        await blobs.close()
      }
    } catch (error) {
      throw inWords(error, database)
    } finally {
      await database.close()
    }
  } finally {
    lock.release()
  }
  return reporting.report
}

async function importInto(
  { config, clock, log }: Here,
  product: Product,
  { source, options, onProgress }: ImportRequest,
  remote: Remote,
  database: Database,
  blobs: Blobs,
  reporting: ReturnType<typeof startReport>,
): Promise<void> {
  const secrets = await openSecrets(config, database.db, clock.now())
  const name = `${product.toLowerCase()} ${source ?? remote.url}`
  const context: ImportContext = {
    ...reporting,
    options,
    remote,
    database,
    blobs,
    secrets,
    state: importState(database.db, name, clock.now),
    now: clock.now,
    onProgress,
  }
  if (product === 'TheHive') return importTheHive(context)
  const enable = await makeEnabling({ config, secrets, clock }, database, log, options.dryRun)
  await importCortex({ ...context, enable })
}

function inWords(error: unknown, { dialect }: Database): unknown {
  if (dialect.isUniqueViolation(error))
    return new Error(
      'Another process wrote the same rows at the same time. Check for another running import, then run this again.',
    )
  if (error instanceof RemoteUnavailable || error instanceof RemoteRefusal)
    return new Error(`${error.message}\nPartial import saved. Run the same command to resume.`)
  return error
}
