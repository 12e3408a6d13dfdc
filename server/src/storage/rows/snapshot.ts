import { join } from 'node:path'
import {
  type CompiledQuery,
  type DatabaseConnection,
  type Driver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from 'kysely'
import type { Database, Db } from '../database.ts'
import { openSqliteFile, type SqliteFile } from '../sqlite/file.ts'
import type { Tables } from '../tables/tables.ts'

/** Reads a consistent snapshot. Writers are not blocked. */
export async function inSnapshot<T>(
  database: Pick<Database, 'patient' | 'db' | 'dialect'>,
  work: (db: Db) => Promise<T>,
): Promise<T> {
  if (database.dialect.name === 'sqlite') return inSqliteSnapshot(await fileOf(database.db), work)
  return database.patient
    .transaction()
    .setIsolationLevel('repeatable read')
    .setAccessMode('read only')
    .execute(async (tx) => {
      // A server may end idle transactions, and this one is idle while files are read.
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(tx)
      return work(tx)
    })
}

async function fileOf(db: Db): Promise<string> {
  const { rows } = await sql<{ file: string }>`pragma database_list`.execute(db)
  return join(rows[0]?.file ?? '')
}

/**
 * On a separate connection, past the writer: in WAL mode a read transaction keeps its view, and only the
 * write-ahead log grows until it ends.
 */
async function inSqliteSnapshot<T>(path: string, work: (db: Db) => Promise<T>): Promise<T> {
  const file = openSqliteFile(path, { readOnly: true })
  const db = new Kysely<Tables>({
    dialect: {
      createDriver: () => new OneConnection(file),
      createAdapter: () => new SqliteAdapter(),
      createQueryCompiler: () => new SqliteQueryCompiler(),
      createIntrospector: (inner) => new SqliteIntrospector(inner),
    },
  })
  try {
    file.database.exec('begin')
    // The view is that of the first read.
    file.database.prepare('select count(*) from sqlite_master').get()
    return await work(db)
  } finally {
    await db.destroy()
  }
}

class OneConnection implements Driver {
  readonly #file: SqliteFile

  constructor(file: SqliteFile) {
    this.#file = file
  }

  async acquireConnection(): Promise<DatabaseConnection> {
    const file = this.#file
    return {
      executeQuery: async <R>(query: CompiledQuery) => file.run<R>(query),
      // biome-ignore lint/correctness/useYield: nobody streams from a snapshot
      async *streamQuery() {
        throw new Error('A snapshot is read in pages')
      },
    }
  }

  async init() {}
  async beginTransaction() {
    throw new Error('A snapshot is a transaction already')
  }
  async commitTransaction() {}
  async rollbackTransaction() {}
  async releaseConnection() {}
  async destroy() {
    this.#file.close()
  }
}
