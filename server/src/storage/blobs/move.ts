import { rm } from 'node:fs/promises'
import { pipeline } from 'node:stream'
import type { Db } from '../database.ts'
import { referencedFiles } from './attachments.ts'
import { checkSha256 } from './checked-stream.ts'
import type { Staging } from './staging.ts'
import { type BlobStore, DamagedBlob } from './store.ts'

export interface Moved {
  readonly copied: number
  readonly bytes: number
  /** They were there already, from an earlier run or another upload. */
  readonly there: number
  /** Rows name them, and the previous store does not have them. */
  readonly missing: readonly string[]
  /** The previous store has other bytes under their name. */
  readonly damaged: readonly string[]
}

export interface Move {
  readonly db: Db
  readonly from: BlobStore
  readonly to: BlobStore
  readonly staging: Staging
  /** Told now and then. */
  readonly onProgress?: (moved: Moved) => void
}

const step = 200

/**
 * Copies every file that some row names. Nothing is removed from the previous store. Existing files are
 * skipped, so an interrupted run continues where it was, and a second one brings what came in between.
 * Contents are checked on the way.
 */
export async function moveBlobs({ db, from, to, staging, onProgress }: Move): Promise<Moved> {
  let [copied, bytes, there] = [0, 0, 0]
  const missing: string[] = []
  const damaged: string[] = []
  const moved = (): Moved => ({ copied, bytes, there, missing, damaged })
  let after = ''
  for (;;) {
    const files = await referencedFiles(db, after, step)
    for (const sha256 of files) {
      if (await to.has(sha256)) {
        there += 1
        continue
      }
      const size = await copy({ from, to, staging }, sha256).catch(asDamaged)
      if (size === undefined) missing.push(sha256)
      else if (size === 'damaged') damaged.push(sha256)
      else {
        copied += 1
        bytes += size
      }
    }
    after = files.at(-1) ?? after
    if (files.length < step) return moved()
    onProgress?.(moved())
  }
}

function asDamaged(error: unknown): 'damaged' {
  if (error instanceof DamagedBlob) return 'damaged'
  throw error
}

async function copy(
  { from, to, staging }: Pick<Move, 'from' | 'to' | 'staging'>,
  sha256: string,
): Promise<number | undefined> {
  const blob = await from.open(sha256)
  if (!blob) return undefined
  const checked = pipeline(blob.stream, checkSha256(sha256), () => undefined)
  const staged = await staging.stage(checked, Number.POSITIVE_INFINITY, async (file) => {
    await to.put(file)
    await rm(file.path, { force: true })
  })
  try {
    await staged.keep()
    return staged.size
  } finally {
    await staged.discard()
  }
}
