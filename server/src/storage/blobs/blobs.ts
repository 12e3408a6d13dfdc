import type { FileHandle } from 'node:fs/promises'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream'
import type { StagedFile } from '../../domain/staged-file.ts'
import type { Db } from '../database.ts'
import { checkSha256 } from './checked-stream.ts'
import type { Staging } from './staging.ts'
import type { BlobStore, BlobTotals, LocalFile, OpenedBlob } from './store.ts'

/** Files named by the SHA-256 of their content, wherever they are stored. */
export interface Blobs {
  /** For logs and health: no credentials. */
  readonly store: string
  /** Writes the stream to a temporary file. The caller then keeps or discards it. */
  stage(stream: Readable, limitBytes?: number): Promise<StagedFile>
  /**
   * The caller reads the stream to its end or destroys it; it fails at the end of damaged content.
   * Rejects with `BlobsUnavailable` when the store is unavailable; undefined means "not there".
   */
  open(sha256: string): Promise<OpenedBlob | undefined>
  /** The store has it; its content is not looked at. */
  has(sha256: string): Promise<boolean>
  /** As if it were kept once more, in the transaction of a row that names a file which is already here. */
  touch(db: Db, sha256: string): Promise<boolean>
  /**
   * Removes a file that was not kept for this long. Returns false when it was, even in this instant:
   * the row that owns a kept file is written a moment later.
   */
  remove(sha256: string, graceMs: number): Promise<boolean>
  /** Removes what a crash left between `stage` and `keep`; answers how many. */
  sweepStaged(olderThanMs: number, now: number): Promise<number>
  /** Removes what a crash left in the store itself. */
  sweepStore(): Promise<void>
  /** Number and size of stored files, by store; it takes long and blocks nothing. */
  count(): Promise<BlobTotals[]>
  /** Rejects when the store does not answer. */
  check(): Promise<void>
  close(): Promise<void>
}

/** Where files of the store are read on this machine: its own folder, or a cache of it. */
export interface LocalFiles {
  openFile(sha256: string): Promise<FileHandle | undefined>
  adopt?(file: LocalFile): Promise<void>
  drop?(sha256: string): Promise<void>
}

export interface Parts {
  readonly store: BlobStore
  readonly local: LocalFiles
  readonly staging: Staging
  readonly maxBytes: number
}

export const makeBlobs = ({ store, local, staging, maxBytes }: Parts): Blobs => ({
  store: store.name,

  stage: (stream, limitBytes = maxBytes) =>
    staging.stage(stream, Math.min(limitBytes, maxBytes), async (file) => {
      await store.put(file)
      await local.adopt?.(file)
    }),

  async open(sha256) {
    const file = await local.openFile(sha256)
    if (!file) return undefined
    const { size } = await file.stat()
    const checked = checkSha256(sha256, () => void local.drop?.(sha256).catch(() => undefined))
    // If either ends early, the other one and the file go with it.
    const stream = pipeline(file.createReadStream(), checked, () => undefined)
    return { stream, size }
  },

  has: store.has,
  touch: store.touch,

  async remove(sha256, graceMs) {
    const isRemoved = await store.remove(sha256, graceMs)
    if (isRemoved) await local.drop?.(sha256)
    return isRemoved
  },

  sweepStaged: staging.sweep,
  sweepStore: async () => void (await store.sweep?.()),
  count: store.count,
  check: store.check,
  close: store.close,
})
