import type { Blobs } from './blobs.ts'
import type { Db } from './database.ts'
import type { Dialect } from './dialect.ts'

/** Whoever adds a table that holds files adds it here: what is not listed loses its files. */
export const fileTables = ['jobs', 'artifacts', 'observables', 'task_logs'] as const
export type FileTable = (typeof fileTables)[number]

export interface StoredFile {
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly size: number
  readonly name: string
  readonly contentType: string
}

/** A file that one of these tables holds for the organization; anybody else's does not exist. */
export async function findFile(
  db: Db,
  organization: string,
  sha256: string,
  tables: readonly FileTable[] = fileTables,
): Promise<StoredFile | undefined> {
  for (const table of tables) {
    const row = await db
      .selectFrom(table)
      .select([
        'attachment_id',
        'attachment_name',
        'attachment_type',
        'attachment_size',
        'attachment_sha1',
        'attachment_md5',
      ])
      .where('organization', '=', organization)
      .where('attachment_id', '=', sha256)
      .limit(1)
      .executeTakeFirst()
    if (row)
      return {
        sha256,
        sha1: row.attachment_sha1 ?? '',
        md5: row.attachment_md5 ?? '',
        size: row.attachment_size ?? 0,
        name: row.attachment_name ?? sha256,
        contentType: row.attachment_type ?? 'application/octet-stream',
      }
  }
  return undefined
}

/** Some row of any organization still holds the file. */
export async function isReferenced(db: Db, sha256: string): Promise<boolean> {
  for (const table of fileTables) {
    const holders = db.selectFrom(table).select('id').where('attachment_id', '=', sha256).limit(1)
    // The index of these two begins with the organization, which is always one of the table:
    // asked without, every deleted file would cost a scan of all jobs.
    const isOfEngine = table === 'jobs' || table === 'artifacts'
    const organizations = db.selectFrom('organizations').select('name')
    const row = await (isOfEngine
      ? holders.where('organization', 'in', organizations)
      : holders
    ).executeTakeFirst()
    if (row) return true
  }
  return false
}

interface Store {
  readonly db: Db
  readonly dialect: Dialect
  readonly blobs: Blobs
}

/** Removes the files that nobody holds any more. */
export async function removeUnreferenced({ db, dialect, blobs }: Store, files: Iterable<string>) {
  for (const sha256 of new Set(files)) {
    await db.transaction().execute(async (tx) => {
      await dialect.lockName(tx, fileLock(sha256))
      if (!(await isReferenced(tx, sha256))) await blobs.remove(sha256)
    })
  }
}

/**
 * Until the transaction ends nobody removes these files. Answers the first that is already gone:
 * its last owner left between the upload and this moment.
 */
export async function holdFiles(
  tx: Db,
  dialect: Dialect,
  blobs: Blobs,
  files: Iterable<string>,
): Promise<string | undefined> {
  // In one order everywhere, so that two transactions cannot wait for each other.
  for (const sha256 of [...new Set(files)].sort()) {
    await dialect.lockName(tx, fileLock(sha256))
    if (!(await blobs.has(sha256))) return sha256
  }
  return undefined
}

const fileLock = (sha256: string) => `file:${sha256}`
