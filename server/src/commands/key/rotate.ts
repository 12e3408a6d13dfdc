import { join, resolve } from 'node:path'
import {
  loadMasterKey,
  newMasterKey,
  promoteNextKey,
  readKeyFile,
  writeKeyFile,
  writeNextKey,
} from '../../identity/master-key.ts'
import { openInstallation, opensDatabase } from '../../identity/setup/installation.ts'
import type { Config } from '../../settings/config.ts'
import { lockData } from '../../storage/common/data-lock.ts'
import type { Database } from '../../storage/database.ts'
import { pendingMigrations } from '../../storage/schema/migrate.ts'
import { type Resealed, reseal, stillRunning } from './reseal.ts'

export interface Rotation extends Resealed {
  /** Where the new key is now. */
  readonly file: string
  /** The operator must put it into the settings, too. */
  readonly isInSettings: boolean
}

/**
 * Makes a new master key and seals everything with it. The order makes a kill at any point harmless:
 * the new key is on disk, then one transaction seals and commits, then the file takes its place; what
 * is missing of that the next start does.
 */
export async function rotateMasterKey(
  config: Config,
  database: Database,
  toFile: string | undefined,
  now: number,
): Promise<Rotation> {
  const setting = config.secret.key
  if (setting !== undefined && toFile === undefined)
    throw new Error(
      'The master key is set in secret.key. Pass a file with --to-file: the new key is read from it, ' +
        'or generated and written to it. Then set secret.key to its content.',
    )
  if (setting === undefined && toFile !== undefined)
    throw new Error(
      '--to-file applies only if the master key is set in secret.key; here it is a file',
    )
  const folder = resolve(config.data.dir)
  // Two rotations at once would overwrite each other's key.
  const lock = lockData(folder, 'alone')
  if (!lock) throw new Error(stillRunning)
  try {
    if ((await pendingMigrations(database)).length > 0)
      throw new Error('Pending database migrations. Run: assay migrate')
    const file = join(folder, 'master.key')
    const present = await loadMasterKey(setting, file, (key) => opensDatabase(database.db, key))
    const { secrets } = await openInstallation(database.db, present, now)
    const isInSettings = toFile !== undefined
    const next = isInSettings ? await keyFor(resolve(toFile)) : await writeNextKey(file)
    if (next === present) throw new Error(`${toFile} contains the current key. Generate a new one`)
    const resealed = await reseal(database, secrets, next, now)
    if (!isInSettings) await promoteNextKey(file)
    return { ...resealed, file: isInSettings ? resolve(toFile) : file, isInSettings }
  } finally {
    lock.release()
  }
}

/** Given by the operator, or made and on disk before anything is sealed with it. */
async function keyFor(file: string): Promise<string> {
  const given = await readKeyFile(file)
  if (given !== undefined) return given
  const key = newMasterKey()
  await writeKeyFile(file, key)
  return key
}
