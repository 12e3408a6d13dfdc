import { randomUUID } from 'node:crypto'
import { createWriteStream, mkdirSync } from 'node:fs'
import { type FileHandle, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkSha256 } from './checked-stream.ts'
import {
  type BlobStore,
  BlobsUnavailable,
  isSha256,
  type LocalFile,
  undefinedWhenMissing,
} from './store.ts'

/**
 * Copies of a remote store on the local disk, because a file is often analyzed by several analyzers.
 * A file is whole and checked before it is visible: a reader never meets the end of a connection.
 */
export interface BlobCache {
  openFile(sha256: string): Promise<FileHandle | undefined>
  /** Takes over a file that the store has just been given. */
  adopt(file: LocalFile): Promise<void>
  /** It turned out to be damaged, or its owner is gone. */
  drop(sha256: string): Promise<void>
}

export interface CacheOptions {
  /** The least recently used go first; a file that is larger is not kept at all. */
  readonly limitBytes: number
  readonly pausesMs?: readonly number[]
}

/** A copy that is being made, and how many wait to open it. */
interface Copying {
  readonly done: Promise<LocalFile | undefined>
  waiting: number
}

export async function openCache(
  folder: string,
  store: Pick<BlobStore, 'name' | 'open'>,
  { limitBytes, pausesMs = [200, 1000] }: CacheOptions,
): Promise<BlobCache> {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  /** Least recently used first. */
  const sizes = await readFolder(folder)
  let total = [...sizes.values()].reduce((sum, size) => sum + size, 0)
  const copies = new Map<string, Copying>()
  const cached = (sha256: string) => join(folder, sha256)

  const forget = (sha256: string) => {
    total -= sizes.get(sha256) ?? 0
    sizes.delete(sha256)
  }
  const evict = async () => {
    for (const [sha256] of sizes) {
      if (total <= limitBytes) return
      forget(sha256)
      // Readers have it open and read on.
      await rm(cached(sha256), { force: true })
    }
  }
  const adopt = async ({ path, sha256, size }: LocalFile) => {
    if (size > limitBytes) return await rm(path, { force: true })
    await rename(path, cached(sha256))
    forget(sha256)
    sizes.set(sha256, size)
    total += size
    await evict()
  }

  const copy = async (sha256: string): Promise<LocalFile | undefined> => {
    const path = join(folder, `${sha256}.${randomUUID()}`)
    try {
      const blob = await store.open(sha256)
      if (!blob) return undefined
      // Synced before it gets its name, so a power loss leaves no half file under it.
      const draft = createWriteStream(path, { mode: 0o600, flags: 'wx', flush: true })
      await pipeline(blob.stream, checkSha256(sha256), draft)
      return { path, sha256, size: draft.bytesWritten }
    } catch (error) {
      await rm(path, { force: true })
      throw error
    }
  }
  /** A connection that breaks in the middle, or bytes that came wrong, may be better the next time. */
  const copyPatiently = async (sha256: string): Promise<LocalFile | undefined> => {
    for (const pauseMs of pausesMs) {
      try {
        return await copy(sha256)
      } catch (error) {
        if (error instanceof BlobsUnavailable || isLocal(error)) throw error
        await sleep(pauseMs)
      }
    }
    return await copy(sha256)
  }

  const fetchOnce = async (sha256: string): Promise<FileHandle | undefined> => {
    const copying = copies.get(sha256) ?? { done: copyPatiently(sha256), waiting: 0 }
    copies.set(sha256, copying)
    copying.waiting += 1
    let file: LocalFile | undefined
    try {
      file = await copying.done
      return file && (await open(file.path))
    } finally {
      copying.waiting -= 1
      // The last one gives it its name: a file above the limit is gone then, and open for all of them.
      if (copying.waiting === 0) {
        copies.delete(sha256)
        if (file) await adopt(file)
      }
    }
  }

  return {
    adopt,
    async openFile(sha256) {
      if (!isSha256(sha256)) return undefined
      const file = await open(cached(sha256)).catch(undefinedWhenMissing)
      if (!file) {
        forget(sha256)
        return await fetchOnce(sha256)
      }
      const size = sizes.get(sha256) ?? (await file.stat()).size
      if (!sizes.has(sha256)) total += size
      sizes.delete(sha256)
      sizes.set(sha256, size)
      // For the order after a restart.
      await utimes(cached(sha256), new Date(), new Date()).catch(undefinedWhenMissing)
      return file
    },
    async drop(sha256) {
      if (!isSha256(sha256)) return
      forget(sha256)
      await rm(cached(sha256), { force: true })
    },
  }
}

/** The disk of this machine, not the store: fetching it again would end the same way. */
const isLocal = (error: unknown) =>
  ['ENOSPC', 'EDQUOT', 'EROFS'].includes((error as NodeJS.ErrnoException).code ?? '')

/** Longer than any copy takes: what is older and has no final name was left by a crash. */
const draftMs = 3_600_000

async function readFolder(folder: string): Promise<Map<string, number>> {
  const found: { name: string; size: number; usedAt: number }[] = []
  for (const name of await readdir(folder)) {
    const info = await stat(join(folder, name)).catch(undefinedWhenMissing)
    if (!info) continue
    if (isSha256(name)) found.push({ name, size: info.size, usedAt: info.mtimeMs })
    // Another process may share the folder and be about to finish it.
    else if (info.mtimeMs < Date.now() - draftMs) await rm(join(folder, name), { force: true })
  }
  found.sort((a, b) => a.usedAt - b.usedAt)
  return new Map(found.map(({ name, size }) => [name, size]))
}
