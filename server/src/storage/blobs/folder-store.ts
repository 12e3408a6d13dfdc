import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import {
  access,
  type FileHandle,
  link,
  mkdir,
  open,
  readdir,
  rename,
  rm,
  stat,
  utimes,
} from 'node:fs/promises'
import { dirname, join } from 'node:path'
import {
  type BlobStore,
  BlobsUnavailable,
  isSha256,
  undefinedWhenMissing,
  undefinedWhenThere,
} from './store.ts'

/** Files of one folder: `ab/cdef…`. When one was kept is its time of modification. */
export interface FolderStore extends BlobStore {
  openFile(sha256: string): Promise<FileHandle | undefined>
}

export const stagingOf = (directory: string) => join(directory, 'staging')

export const pathOf = (directory: string, sha256: string) =>
  join(directory, sha256.slice(0, 2), sha256.slice(2))

/** `staging` of the directory exists; it is where uploads of this store are. */
export function openFolderStore(directory: string, now: () => number = Date.now): FolderStore {
  const name = `file:${directory}`
  const check = () => access(directory, constants.R_OK | constants.W_OK | constants.X_OK)

  /** A folder that is not mounted has no files either, but that is not an answer. */
  const missing = async (error: NodeJS.ErrnoException) => {
    undefinedWhenMissing(error)
    await check()
  }
  const answered = async <T>(work: () => Promise<T>): Promise<T> => {
    try {
      return await work()
    } catch (error) {
      if (awayCodes.has((error as NodeJS.ErrnoException).code ?? ''))
        throw new BlobsUnavailable(name, error)
      throw error
    }
  }
  const openFile = async (sha256: string) => {
    if (!isSha256(sha256)) return undefined
    return (await answered(() => open(pathOf(directory, sha256)).catch(missing))) ?? undefined
  }

  return {
    name,
    openFile,

    put: ({ path, sha256 }) =>
      answered(async () => {
        const keptAt = now() / 1000
        // An upload may have taken long; see `remove`.
        await utimes(path, keptAt, keptAt)
        await moveDurably(path, directory, pathOf(directory, sha256))
      }),

    async open(sha256) {
      const file = await openFile(sha256)
      if (!file) return undefined
      const { size } = await file.stat()
      return { stream: file.createReadStream(), size }
    },

    has: (sha256) =>
      answered(async () => {
        if (!isSha256(sha256)) return false
        const found = await stat(pathOf(directory, sha256)).catch(missing)
        return found !== undefined
      }),

    touch: (_db, sha256) =>
      answered(async () => {
        if (!isSha256(sha256)) return false
        const keptAt = now() / 1000
        const touched = utimes(pathOf(directory, sha256), keptAt, keptAt).then(() => true)
        return (await touched.catch(missing)) ?? false
      }),

    async remove(sha256, graceMs) {
      if (!isSha256(sha256)) return true
      const path = pathOf(directory, sha256)
      const keptBefore = now() - graceMs
      const isOld = async (at: string) => {
        const found = await stat(at).catch(undefinedWhenMissing)
        return found && found.mtimeMs < keptBefore
      }
      if ((await isOld(path)) === false) return false
      // Moved aside and checked again: an equal file may have replaced it since the look.
      const aside = join(stagingOf(directory), randomUUID())
      await rename(path, aside).catch(undefinedWhenMissing)
      const isRemoved = (await isOld(aside)) !== false
      // Does nothing where yet another one has come, which is as good.
      if (!isRemoved) await link(aside, path).catch(undefinedWhenThere)
      await rm(aside, { force: true })
      return isRemoved
    },

    count: () => answered(async () => [{ store: name, ...(await countFiles(directory)) }]),

    check: () => answered(check),
    close: async () => undefined,
  }
}

/**
 * What a network file system, an unmounted folder or a dying disk say; a full one is not
 * unavailable.
 */
const awayCodes = new Set(
  'ENOENT EACCES EPERM EIO ESTALE ENOTCONN ENOTDIR EROFS ETIMEDOUT EHOSTDOWN ENXIO'.split(' '),
)

const isPart = (name: string) => /^[0-9a-f]{2}$/.test(name)

/** Whether files of this installation are in the folder, as of versions that knew no other store. */
export async function holdsFiles(directory: string): Promise<boolean> {
  const names = (await readdir(directory).catch(undefinedWhenMissing)) ?? []
  for (const name of names.filter(isPart))
    if ((await readdir(join(directory, name))).length > 0) return true
  return false
}

/** One look after the other: jobs and requests need the disk, too. */
async function countFiles(directory: string): Promise<{ files: number; bytes: number }> {
  let [files, bytes] = [0, 0]
  for (const folder of (await readdir(directory)).filter(isPart)) {
    const names = (await readdir(join(directory, folder)).catch(undefinedWhenMissing)) ?? []
    for (const name of names) {
      const found = await stat(join(directory, folder, name)).catch(undefinedWhenMissing)
      if (!found || !isSha256(folder + name)) continue
      files += 1
      bytes += found.size
    }
  }
  return { files, bytes }
}

/**
 * The order matters: a rename that reaches the disk before the content would leave an empty file
 * under a name that promises the content, so the file is synced first. The name itself lives in the
 * folder, and the folder's in the one above. An equal file already there is replaced by its equal.
 */
async function moveDurably(from: string, directory: string, to: string) {
  await sync(from, 'r+')
  const folder = dirname(to)
  await mkdir(folder, { recursive: true, mode: 0o700 })
  await rename(from, to)
  await sync(folder, 'r')
  await sync(directory, 'r')
}

async function sync(path: string, flags: 'r' | 'r+') {
  const file = await open(path, flags)
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}
