import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { openDatabase } from '../../src/storage/database.ts'
import { migrate, migrations } from '../../src/storage/schema/migrate.ts'

/**
 * What version 0.4.0 itself wrote, table by table, with its key file and its stored files: an
 * organization with paths of the server, private addresses and secrets in its configurations,
 * a webhook, a published block list, passwords that are too short by now, and jobs that ended.
 */
interface OldData {
  readonly ids: Record<string, string> & { readonly feed: string[] }
  readonly masterKey: string
  readonly blobs: Record<string, string>
  readonly rows: Record<string, Record<string, unknown>[]>
}

export async function oldData(): Promise<OldData> {
  return JSON.parse(await readFile(join(import.meta.dirname, 'upgrade-data.json'), 'utf8'))
}

/** Makes a data folder, and a database, as version 0.4.0 left them. */
export async function restoreOldData(settings: Record<string, string>): Promise<OldData> {
  const old = await oldData()
  const data = settings.ASSAY_DATA_DIR ?? ''
  await mkdir(data, { recursive: true, mode: 0o700 })
  await writeFile(join(data, 'master.key'), `${old.masterKey}\n`, { mode: 0o600 })
  for (const [path, content] of Object.entries(old.blobs)) {
    await mkdir(dirname(join(data, 'blobs', path)), { recursive: true })
    await writeFile(join(data, 'blobs', path), Buffer.from(content, 'base64'))
  }
  const url = settings.ASSAY_DATABASE_URL
  const database = await openDatabase(url ? { url } : { file: join(data, 'assay.sqlite') })
  try {
    // A migration that was released is never changed, so the first ones make the old tables.
    await migrate(
      database,
      0,
      migrations.filter(({ name }) => name < '0009'),
    )
    const db = database.db
      .$pickTables<never>()
      .withTables<Record<string, Record<string, unknown>>>()
    for (const [table, rows] of Object.entries(old.rows)) {
      await db.deleteFrom(table).execute()
      for (const row of rows) await db.insertInto(table).values(row).execute()
    }
  } finally {
    await database.close()
  }
  return old
}
