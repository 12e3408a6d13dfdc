import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

export interface HeldLock {
  release(): void
}

/**
 * Servers share a lock on a file in the data folder; a change that no server may witness takes it
 * exclusively. The operating system releases it when the process ends, however it ends. Undefined
 * when another process holds a conflicting lock; throws where the file system has no locks.
 *
 * It is an empty SQLite database, because Node has no file locks.
 */
export function lockData(folder: string, mode: 'shared' | 'alone'): HeldLock | undefined {
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const database = new DatabaseSync(join(folder, 'assay.lock'), { timeout: 0 })
  try {
    if (mode === 'alone') database.exec('begin exclusive')
    else {
      database.exec('begin')
      // The transaction takes the shared lock with its first read.
      database.prepare('select count(*) from sqlite_master').get()
    }
    return { release: () => database.close() }
  } catch (error) {
    database.close()
    // SQLITE_BUSY is 5; the extended codes keep it in the low byte.
    if ((Number((error as { errcode?: number }).errcode) & 0xff) === 5) return undefined
    throw error
  }
}
