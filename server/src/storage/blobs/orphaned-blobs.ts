import type { Db } from '../database.ts'
import { isReferenced } from './attachments.ts'
import type { Blobs } from './blobs.ts'
import { areBlobsKept } from './keep-blobs.ts'

/** A file is kept before the row that names it is written; no submission takes this long. */
const freshMs = 3_600_000
const step = 200

/** Writes down files that may have lost their last owner, in the transaction that took it away. */
export async function markOrphaned(db: Db, hashes: Iterable<string | null>): Promise<void> {
  const files = [...new Set(hashes)].filter((hash) => hash !== null)
  for (let at = 0; at < files.length; at += step)
    await db
      .insertInto('orphaned_blobs')
      .values(files.slice(at, at + step).map((sha256) => ({ sha256 })))
      .onConflict((conflict) => conflict.doNothing())
      .execute()
}

/**
 * Removes unused ones. One that was kept a moment ago may be used in the next: it stays on the list
 * and is checked again.
 */
export async function removeOrphanedBlobs({
  db,
  blobs,
  stopping,
}: {
  db: Db
  blobs: Blobs
  stopping: AbortSignal
}): Promise<void> {
  let after = ''
  while (!stopping.aborted) {
    const orphaned = await db
      .selectFrom('orphaned_blobs')
      .select('sha256')
      .where('sha256', '>', after)
      .orderBy('sha256')
      .limit(step)
      .execute()
    for (const { sha256 } of orphaned) {
      const isOwned = await isReferenced(db, sha256)
      // In this order; see there. What a backup still reads is looked at again the next time.
      if (!isOwned && (await areBlobsKept(db))) return
      const isSettled = isOwned || (await blobs.remove(sha256, freshMs))
      if (isSettled) await db.deleteFrom('orphaned_blobs').where('sha256', '=', sha256).execute()
    }
    if (orphaned.length < step) return
    after = orphaned.at(-1)?.sha256 ?? ''
  }
}
