import { randomBytes } from 'node:crypto'
import { link, mkdir, open, readFile, stat, unlink } from 'node:fs/promises'
import { dirname } from 'node:path'

/**
 * The master key from the settings, or from a file that only its owner can read, made at the first
 * start. Without it stored API keys cannot be opened: it belongs into the backup, beside the data.
 */
export async function loadMasterKey(setting: string | undefined, file: string): Promise<string> {
  if (setting !== undefined) return setting
  return (await readKeyFile(file)) ?? (await makeKeyFile(file))
}

async function readKeyFile(file: string): Promise<string | undefined> {
  const facts = await stat(file).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return undefined
    throw error
  })
  if (!facts) return undefined
  // Windows has no such bits; elsewhere a key that others can read is no secret.
  if (process.platform !== 'win32' && (facts.mode & 0o077) !== 0)
    throw new Error(`The master key ${file} can be read by others. Mend it with: chmod 600 ${file}`)
  const key = (await readFile(file, 'utf8')).trim()
  if (key.length < 32)
    throw new Error(`The master key ${file} is damaged: restore it from a backup`)
  return key
}

/**
 * Written beside and then linked into place: of two programs that start at once, one wins and the
 * other reads a whole key, never half of one.
 */
async function makeKeyFile(file: string): Promise<string> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 })
  const draft = `${file}.${process.pid}`
  const handle = await open(draft, 'w', 0o600)
  try {
    await handle.writeFile(`${randomBytes(32).toString('base64')}\n`)
    await handle.sync()
    await link(draft, file)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
  } finally {
    await handle.close()
    await unlink(draft)
  }
  const key = await readKeyFile(file)
  if (key === undefined) throw new Error(`The master key ${file} vanished while it was made`)
  return key
}
