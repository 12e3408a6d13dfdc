import { createHash, randomUUID } from 'node:crypto'
import { mkdirSync, openAsBlob } from 'node:fs'
import { link, mkdir, open, readdir, rename, rm, stat, utimes } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { AppError } from '../domain/errors.ts'

/** Files named by the SHA-256 of their content: `ab/cdef…` below the directory. */
export interface Blobs {
  /** Writes the stream to a temporary file. The caller then keeps or discards it. */
  stage(stream: Readable, limitBytes?: number): Promise<StagedBlob>
  /** The caller reads the stream to its end or destroys it. */
  open(sha256: string): Promise<{ stream: Readable; size: number } | undefined>
  /** For a request that sends it on: read from disk while it is sent, never whole in memory. */
  asBlob(sha256: string): Promise<Blob | undefined>
  /** As if it were kept once more, for a row that names a file which is already here. */
  touch(sha256: string): Promise<boolean>
  /**
   * Removes a file that was last kept before that moment. Answers false when it was kept since, even
   * in this instant: whoever keeps a file writes down a moment later whose it is.
   */
  remove(sha256: string, keptBefore: number): Promise<boolean>
  /** Removes what a crash left between `stage` and `keep`; answers how many. */
  sweepStaged(olderThanMs: number, now: number): Promise<number>
}

export interface StagedBlob {
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly size: number
  /** Some of the bytes, while it is neither kept nor discarded; fewer at the end of the file. */
  read(position: number, length: number): Promise<Uint8Array>
  /** When it resolves, the content survives power loss. */
  keep(): Promise<void>
  /** Does nothing after `keep`. */
  discard(): Promise<void>
}

export function openBlobs(
  directory: string,
  { maxBytes, now = Date.now }: { maxBytes: number; now?: () => number },
): Blobs {
  const staging = join(directory, 'staging')
  mkdirSync(staging, { recursive: true, mode: 0o700 })

  return {
    async stage(stream, limitBytes = maxBytes) {
      const path = join(staging, randomUUID())
      try {
        const content = await writeHashed(stream, path, Math.min(limitBytes, maxBytes))
        return stagedBlob(directory, path, content, now)
      } catch (error) {
        // Also when the file could not even be opened: the sender must not be left waiting.
        stream.destroy()
        await rm(path, { force: true })
        throw error
      }
    },

    async open(sha256) {
      if (!isSha256(sha256)) return undefined
      const file = await open(pathOf(directory, sha256)).catch(undefinedWhenMissing)
      if (!file) return undefined
      const { size } = await file.stat()
      return { stream: file.createReadStream(), size }
    },

    async asBlob(sha256) {
      if (!isSha256(sha256)) return undefined
      const path = pathOf(directory, sha256)
      const found = await stat(path).catch(undefinedWhenMissing)
      return found && openAsBlob(path)
    },

    async touch(sha256) {
      if (!isSha256(sha256)) return false
      const keptAt = now() / 1000
      const touched = utimes(pathOf(directory, sha256), keptAt, keptAt).then(() => true)
      return (await touched.catch(undefinedWhenMissing)) ?? false
    },

    async remove(sha256, keptBefore) {
      if (!isSha256(sha256)) return true
      const path = pathOf(directory, sha256)
      const isOld = async (at: string) => {
        const found = await stat(at).catch(undefinedWhenMissing)
        return found && found.mtimeMs < keptBefore
      }
      if ((await isOld(path)) === false) return false
      // Moved aside and looked at again: an equal file may have come into its place since the look.
      const aside = join(staging, randomUUID())
      await rename(path, aside).catch(undefinedWhenMissing)
      const isRemoved = (await isOld(aside)) !== false
      // Does nothing where yet another one has come, which is as good.
      if (!isRemoved) await link(aside, path).catch(undefinedWhenThere)
      await rm(aside, { force: true })
      return isRemoved
    },

    async sweepStaged(olderThanMs, now) {
      let removed = 0
      for (const name of await readdir(staging)) {
        const path = join(staging, name)
        const found = await stat(path).catch(undefinedWhenMissing)
        if (!found || found.mtimeMs > now - olderThanMs) continue
        await rm(path, { force: true })
        removed += 1
      }
      return removed
    },
  }
}

type Content = Pick<StagedBlob, 'sha256' | 'sha1' | 'md5' | 'size'>

function stagedBlob(
  directory: string,
  path: string,
  content: Content,
  now: () => number,
): StagedBlob {
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
      const keptAt = now() / 1000
      // An upload may have taken long; see `remove`.
      await utimes(path, keptAt, keptAt)
      await moveDurably(path, directory, pathOf(directory, content.sha256))
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
        throw new AppError('Unknown', `The file is larger than the limit of ${limitBytes} bytes`)
      }
      for (const hash of [sha256, sha1, md5]) hash.update(bytes)
      await file.writeFile(bytes)
    }
  } finally {
    await file.close()
  }
  return { sha256: sha256.digest('hex'), sha1: sha1.digest('hex'), md5: md5.digest('hex'), size }
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

/** A hash arrives in addresses; anything else in its place (`../../secret`) reaches no path. */
const isSha256 = (id: string) => /^[0-9a-f]{64}$/.test(id)

const pathOf = (directory: string, sha256: string) =>
  join(directory, sha256.slice(0, 2), sha256.slice(2))

const undefinedWhen =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
  }

const undefinedWhenMissing = undefinedWhen('ENOENT')
const undefinedWhenThere = undefinedWhen('EEXIST')
