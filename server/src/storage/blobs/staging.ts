import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync } from 'node:fs'
import { open, readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../../domain/errors.ts'
import type { StagedFile } from '../../domain/staged-file.ts'
import { type LocalFile, undefinedWhenMissing } from './store.ts'

/** Uploads that are neither kept nor discarded yet, on the local disk: name and merge need the hash first. */
export interface Staging {
  stage(
    stream: Readable,
    limitBytes: number,
    keep: (file: LocalFile) => Promise<void>,
  ): Promise<StagedFile>
  sweep(olderThanMs: number, now: number): Promise<number>
}

export function openStaging(folder: string): Staging {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  return {
    async stage(stream, limitBytes, keep) {
      const path = join(folder, randomUUID())
      try {
        return stagedBlob(path, await writeHashed(stream, path, limitBytes), keep)
      } catch (error) {
        // Also when the file could not even be opened: the sender must not be left waiting.
        stream.destroy()
        await rm(path, { force: true })
        throw error
      }
    },

    async sweep(olderThanMs, now) {
      let removed = 0
      for (const name of await readdir(folder)) {
        const path = join(folder, name)
        const found = await stat(path).catch(undefinedWhenMissing)
        if (!found || found.mtimeMs > now - olderThanMs) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

type Content = Pick<StagedFile, 'sha256' | 'sha1' | 'md5' | 'size'>

function stagedBlob(
  path: string,
  content: Content,
  keep: (file: LocalFile) => Promise<void>,
): StagedFile {
  let state: 'staged' | 'kept' | 'discarded' = 'staged'
  return {
    ...content,
    async read(position, length) {
      const file = await open(path)
      try {
        const wanted = Math.max(0, Math.min(length, content.size - position))
        const { buffer, bytesRead } = await file.read(Buffer.alloc(wanted), 0, wanted, position)
        return buffer.subarray(0, bytesRead)
      } finally {
        await file.close()
      }
    },
    async keep() {
      if (state === 'kept') return
      if (state === 'discarded') throw new Error('The staged file was discarded')
      await keep({ path, ...content })
      state = 'kept'
    },
    async discard() {
      if (state !== 'staged') return
      state = 'discarded'
      await rm(path, { force: true })
    },
  }
}

async function writeHashed(stream: Readable, path: string, limitBytes: number): Promise<Content> {
  const sha256 = createHash('sha256')
  const sha1 = createHash('sha1')
  const md5 = createHash('md5')
  let size = 0
  const file = await open(path, 'wx', 0o600)
  try {
    for await (const chunk of stream) {
      const bytes: Buffer = typeof chunk === 'string' ? Buffer.from(chunk) : chunk
      size += bytes.length
      if (size > limitBytes) {
        throw new AppError('Unknown', `The file exceeds the limit of ${limitBytes} bytes`)
      }
      for (const hash of [sha256, sha1, md5]) hash.update(bytes)
      await file.writeFile(bytes)
    }
  } finally {
    await file.close()
  }
  return { sha256: sha256.digest('hex'), sha1: sha1.digest('hex'), md5: md5.digest('hex'), size }
}
