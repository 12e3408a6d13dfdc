import { type Expression, type SqlBool, sql } from 'kysely'
import type { Db } from '../database.ts'

/** Tables whose files can be downloaded by their hash. */
export const fileTables = ['jobs', 'artifacts', 'observables', 'task_logs', 'attachments'] as const
export type FileTable = (typeof fileTables)[number]

/** A new table that holds files must be added here: what is not listed loses its files. */
const holdingTables = [...fileTables, 'resources', 'case_reports', 'mail_messages'] as const

export interface StoredFile {
  readonly sha256: string
  readonly sha1: string
  readonly md5: string
  readonly size: number
  readonly name: string
  readonly contentType: string
}

/** How a row names its file; all null without one. */
export const attachmentColumns = (file: StoredFile | undefined) => ({
  attachment_id: file?.sha256 ?? null,
  attachment_name: file?.name ?? null,
  attachment_type: file?.contentType ?? null,
  attachment_size: file?.size ?? null,
  attachment_sha1: file?.sha1 ?? null,
  attachment_md5: file?.md5 ?? null,
})

/** What a row that holds a file knows of it. */
export const fileColumns = [
  'attachment_id',
  'attachment_name',
  'attachment_type',
  'attachment_size',
  'attachment_sha1',
  'attachment_md5',
] as const

/** A file that one of these tables holds for the organization; other files do not exist. */
export async function findFile(
  db: Db,
  organization: string,
  sha256: string,
  tables: readonly FileTable[] = fileTables,
): Promise<StoredFile | undefined> {
  for (const table of tables) {
    const row = await db
      .selectFrom(table)
      .select(fileColumns)
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

/** Some row still holds the file. Of any organization: equal files of two organizations are one. */
export async function isReferenced(db: Db, sha256: string): Promise<boolean> {
  const holdersIn = (table: (typeof holdingTables)[number]) =>
    db.selectFrom(table).select('attachment_id').where('attachment_id', '=', sha256)
  const [first, ...others] = holdingTables
  const holders = others.reduce(
    (query, table) => query.unionAll(holdersIn(table)),
    holdersIn(first),
  )
  return (await holders.limit(1).execute()).length > 0
}

/** How many rows hold each of these files. */
export async function countHolders(db: Db, hashes: string[]): Promise<Map<string, number>> {
  const found = new Map<string, number>()
  for (const table of holdingTables) {
    const rows = await db
      .selectFrom(table)
      .select(({ fn, ref }) => [
        ref('attachment_id').$castTo<string>().as('hash'),
        fn.countAll<number>().as('count'),
      ])
      .where('attachment_id', 'in', hashes)
      .groupBy('attachment_id')
      .execute()
    for (const { hash, count } of rows) found.set(hash, (found.get(hash) ?? 0) + Number(count))
  }
  return found
}

/** The same as a condition on a statement that removes the file. */
export const notReferenced = (sha256: Expression<string>) =>
  sql<SqlBool>`not exists (${sql.join(
    holdingTables.map(
      (table) => sql`select 1 from ${sql.table(table)} where attachment_id = ${sha256}`,
    ),
    sql` union all `,
  )})`

/** Hashes of files that some row holds, in their order, after this one. */
export async function referencedFiles(db: Db, after: string, limit: number): Promise<string[]> {
  const filesOf = (table: (typeof holdingTables)[number]) =>
    db
      .selectFrom(table)
      .select((eb) => eb.ref('attachment_id').$castTo<string>().as('sha256'))
      .distinct()
      .where('attachment_id', '>', after)
      .orderBy('attachment_id')
      .limit(limit)
      .execute()
  const found = await Promise.all(holdingTables.map(filesOf))
  const hashes = new Set(found.flat().map(({ sha256 }) => sha256))
  return [...hashes].sort().slice(0, limit)
}
