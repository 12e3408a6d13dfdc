import type { Readable } from 'node:stream'
import { AppError } from '../../domain/errors.ts'
import type { Db } from '../database.ts'

/** A finished upload on the local disk. */
export interface LocalFile {
  readonly path: string
  readonly sha256: string
  readonly size: number
}

/** The caller reads the stream to its end or destroys it. */
export interface OpenedBlob {
  readonly stream: Readable
  readonly size: number
}

export interface BlobTotals {
  readonly store: string
  readonly files: number
  readonly bytes: number
}

/**
 * Where files are, by the SHA-256 of their content. Every call rejects with `BlobsUnavailable` when the
 * store does not answer; "not there" is an answer.
 */
export interface BlobStore {
  /** For logs and health: no credentials. */
  readonly name: string
  /** When it resolves, the content survives power loss. The local file may be moved away. */
  put(file: LocalFile): Promise<void>
  /** The bytes are unverified: the reader checks the hash. */
  open(sha256: string): Promise<OpenedBlob | undefined>
  has(sha256: string): Promise<boolean>
  /** As if it were kept once more, in the transaction of the row that names it. */
  touch(db: Db, sha256: string): Promise<boolean>
  /**
   * Removes a file that was not kept for this long. False when it was, even in this instant: the row
   * that owns a kept file is written a moment later.
   */
  remove(sha256: string, graceMs: number): Promise<boolean>
  /** Rejects when it does not answer. */
  check(): Promise<void>
  /** What it holds, file by file: for occasional background work. */
  count(): Promise<BlobTotals[]>
  /** Removes what crashes left in it; answers how many. */
  sweep?(): Promise<number>
  close(): Promise<void>
}

/** The store is temporarily unavailable: the same call may succeed later. */
export class BlobsUnavailable extends AppError {
  constructor(store: string, cause: unknown) {
    super('ServiceUnavailable', 'The file store is unavailable. Retry in a few seconds', {
      cause: new Error(`${store}: ${reasonOf(cause)}`, { cause }),
      retryAfterSeconds: 10,
    })
  }
}

/** The store answered with other bytes than those that were kept. */
export class DamagedBlob extends Error {
  override name = 'DamagedBlob'

  constructor(sha256: string) {
    super(`File ${sha256} is corrupt in the file store: SHA-256 mismatch`)
  }
}

/** Some connection errors of Node have no message. */
function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  return error.message || String((error as NodeJS.ErrnoException).code ?? error.name)
}

/** Hashes arrive in addresses; anything else (`../../secret`) reaches no path. */
export const isSha256 = (id: string) => /^[0-9a-f]{64}$/.test(id)

const undefinedWhen =
  (code: string) =>
  (error: NodeJS.ErrnoException): undefined => {
    if (error.code !== code) throw error
  }

export const undefinedWhenMissing = undefinedWhen('ENOENT')
export const undefinedWhenThere = undefinedWhen('EEXIST')
