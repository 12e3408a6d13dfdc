import { randomUUID } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '../../storage/blobs/sync-folder.ts'

/** A folder of small documents that are there whole or not at all, also after a power loss. */
export interface SpoolFiles {
  list(): Promise<{ name: string; bytes: number }[]>
  /** Answers its size. Replaces one of the same name. */
  write(name: string, content: string): Promise<number>
  /** Undefined when it has been removed. */
  read(name: string): Promise<string | undefined>
  remove(name: string): Promise<void>
  /** Moved away for inspection; it is not listed any more. */
  setAside(name: string): Promise<void>
}

const ending = '.json'
/** No write takes this long; what is older was left by a crash. */
const unfinishedMs = 3_600_000

export async function openSpoolFiles(folder: string): Promise<SpoolFiles> {
  // Reports may be as confidential as the samples they are about.
  await mkdir(folder, { recursive: true, mode: 0o700 })

  return {
    async list() {
      const found: { name: string; bytes: number }[] = []
      for (const name of (await readdir(folder)).sort()) {
        const path = join(folder, name)
        const file = await stat(path).catch(() => undefined)
        if (!file?.isFile()) continue
        if (name.endsWith(ending)) found.push({ name, bytes: file.size })
        else if (name.endsWith('.tmp') && Date.now() - file.mtimeMs > unfinishedMs)
          await rm(path, { force: true })
      }
      return found
    },

    async write(name, content) {
      const unfinished = join(folder, `.${randomUUID()}.tmp`)
      try {
        const file = await open(unfinished, 'wx', 0o600)
        try {
          await file.writeFile(content)
          await file.sync()
        } finally {
          await file.close()
        }
        await rename(unfinished, join(folder, name))
      } catch (error) {
        await rm(unfinished, { force: true })
        throw error
      }
      await syncFolder(folder)
      return Buffer.byteLength(content)
    },

    read: (name) =>
      readFile(join(folder, name), 'utf8').catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
        return undefined
      }),
    remove: (name) => rm(join(folder, name), { force: true }),
    setAside: (name) => rename(join(folder, name), join(folder, `${name}.broken`)),
  }
}
