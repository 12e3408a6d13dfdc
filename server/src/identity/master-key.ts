import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, rename, rm, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'
import { syncFolder } from '../storage/blobs/sync-folder.ts'

/**
 * The master key from the settings, or from a file that only its owner can read, made at the first
 * start. Without it stored API keys cannot be opened: it belongs in the backup, together with the
 * data.
 *
 * A rotation that was killed may have left a second key. `opens` tells which of the two the database
 * wants: that decides whether the rotation took place.
 */
export async function loadMasterKey(
  setting: string | undefined,
  file: string,
  opens: (key: string) => Promise<boolean>,
): Promise<string> {
  if (setting !== undefined) return setting
  const key = await readKeyFile(file)
  const next = await readKeyFile(nextFile(file))
  if (next === undefined) return key ?? (await makeKeyFile(file))
  if (key !== undefined && (await opens(key))) {
    await rm(nextFile(file), { force: true })
    return key
  }
  if (await opens(next)) {
    await promoteNextKey(file)
    return next
  }
  throw new Error(
    `Neither ${file} nor ${nextFile(file)} can decrypt this database. Restore the key from a backup`,
  )
}

const nextFile = (file: string) => `${file}.next`

/** The new key is on disk before the first value is sealed with it. */
export async function writeNextKey(file: string): Promise<string> {
  const key = newMasterKey()
  await writeKeyFile(nextFile(file), key)
  return key
}

/** From here on it is the key. Does nothing when another process was faster. */
export async function promoteNextKey(file: string): Promise<void> {
  await rename(nextFile(file), file).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ENOENT') throw error
  })
  await syncFolder(dirname(file))
}

export const newMasterKey = () => randomBytes(32).toString('base64')

export async function readKeyFile(file: string): Promise<string | undefined> {
  const facts = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!facts) return undefined
  // Windows has no such bits; elsewhere a key that others can read is no secret.
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw new Error(
      `The master key ${file} is accessible to other users. Fix it with: chmod 600 ${file}`,
    )
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < 32)
    throw new Error(`The master key ${file} is corrupt. Restore it from a backup`)
  return key
}

/** Whole or not at all, also after a loss of power. */
export async function writeKeyFile(file: string, key: string): Promise<void> {
  const draft = `${file}.${process.pid}`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${key}\n`)
    await handle.sync()
  } finally {
    await handle.close()
  }
  await rename(draft, file)
  await syncFolder(dirname(file))
}

/**
 * Written to a temporary file and then linked into place: of two programs that start at once, one
 * wins and the other reads a whole key, never half of one.
 */
async function makeKeyFile(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${newMasterKey()}\n`)
    await handle.sync()
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await handle.close()
    await unlink(draft)
  }
  const key = await readKeyFile(file)
  if (key === undefined)
    throw new Error(`The master key ${file} disappeared while it was being created`)
  return key
}
