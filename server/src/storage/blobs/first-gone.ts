import type { Db } from '../database.ts'
import type { Blobs } from './blobs.ts'

/**
 * Keeps files that are already here for the rows that are about to name them. Answers the first
 * that is gone: its last owner left between the upload and this moment.
 */
export async function firstGone(
  tx: Db,
  blobs: Blobs,
  files: Iterable<string>,
): Promise<string | undefined> {
  // In one order everywhere: two that keep the same files must not wait for each other.
  for (const sha256 of [...new Set(files)].sort())
    if (!(await blobs.touch(tx, sha256))) return sha256
  return undefined
}
