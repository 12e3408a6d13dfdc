import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { join } from 'node:path'
import { Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Blobs } from '../../storage/blobs/blobs.ts'

/**
 * Uploads as files of this machine, by the SHA-256 of their content: threads read files, and where
 * the blob store keeps them is its own business.
 */
export interface ResourceCache {
  /** Rejects when the blob store has lost the content. */
  fileOf(sha256: string): Promise<string>
  /** Removes what is not needed and has not been used for a day. Returns how many. */
  sweep(isNeeded: (sha256: string) => Promise<boolean>): Promise<number>
}

/** A job that was given a path reads it long before this is over. */
const unusedMs = 24 * 60 * 60_000

export async function openResourceCache(
  folder: string,
  blobs: Blobs,
  now: () => number,
): Promise<ResourceCache> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  /** Several jobs that want one file at once make one copy. */
  const copying = new Map<string, Promise<void>>()

  const copy = async (sha256: string, path: string) => {
    const blob = await blobs.open(sha256)
    if (!blob) throw new Error(`File ${sha256} is missing from the file store`)
    const draft = join(folder, `${sha256}.${randomUUID()}`)
    const hash = createHash('sha256')
    const watch = new Transform({
      transform: (chunk: Buffer, _encoding, done) => {
        hash.update(chunk)
        done(null, chunk)
      },
    })
    try {
      await pipeline(blob.stream, watch, createWriteStream(draft, { mode: 0o600, flags: 'wx' }))
      if (hash.digest('hex') !== sha256) throw new Error(`File ${sha256} is corrupt`)
      const usedAt = now() / 1000
      await utimes(draft, usedAt, usedAt)
      await rename(draft, path)
    } finally {
      await rm(draft, { force: true })
    }
  }

  return {
    async fileOf(sha256) {
      const path = join(folder, sha256)
      const usedAt = now() / 1000
      // Marks it as used; fails when it is not there.
      const isThere = await utimes(path, usedAt, usedAt).then(
        () => true,
        () => false,
      )
      if (isThere) return path
      const running = copying.get(sha256) ?? copy(sha256, path)
      copying.set(sha256, running)
      await running.finally(() => copying.delete(sha256))
      return path
    },
    async sweep(isNeeded) {
      let removed = 0
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        const info = await stat(path).catch(() => undefined)
        if (!info || info.mtimeMs > now() - unusedMs) continue
        if (/^[0-9a-f]{64}$/.test(name) && (await isNeeded(name))) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}
