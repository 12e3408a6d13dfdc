import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrations } from './migrate.ts'

/** A program of this version that starts at the same moment upgrades the tables. */
const usualPauses = Array.from({ length: 40 }, () => 250)

/**
 * Throws when the tables in this file have to be upgraded while another program has it open, whatever its
 * version: a running one would continue with tables that it does not know. SQLite's own lock says so, which
 * every version holds as long as it runs.
 */
export async function refuseUpgradeInUse(
  file: string,
  pausesMs: readonly number[] = usualPauses,
): Promise<void> {
  for (const pauseMs of [...pausesMs, undefined]) {
    if (!existsSync(file) || !needsUpgrade(file) || isFree(file)) return
    if (pauseMs !== undefined) await sleep(pauseMs)
  }
  throw new Error(
    `Another Assay process is running on ${file}, which this version must migrate. ` +
      'Stop it, make a backup, then start again.',
  )
}

function needsUpgrade(file: string): boolean {
  const database = new DatabaseSync(file, { readOnly: true, timeout: 1_000 })
  try {
    const rows = database.prepare('select name from schema_migrations').all()
    const applied = new Set(rows.map(({ name }) => name))
    return migrations.some(({ name }) => !applied.has(name))
  } catch {
    // Without our tables it is new, or not ours: opening it says so.
    return false
  } finally {
    database.close()
  }
}

/** Whether no other process has it open. */
function isFree(file: string): boolean {
  const database = new DatabaseSync(file, { timeout: 0 })
  try {
    database.exec('pragma locking_mode = exclusive; begin immediate; commit')
    return true
  } catch (error) {
    // SQLITE_BUSY is 5; the extended codes keep it in the low byte.
    if ((Number((error as { errcode?: number }).errcode) & 0xff) === 5) return false
    throw error
  } finally {
    database.close()
  }
}
