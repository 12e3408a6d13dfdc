import type { QueryExecutorProvider, SchemaModule } from 'kysely'
import type { Dialect } from '../common/dialect.ts'

export interface Migration {
  readonly name: string
  /**
   * It only adds: programs of earlier versions keep working while it is in the database, and may even
   * be started. Without it they refuse, so what removes or renames needs no mark.
   */
  readonly keepsOlder?: true
  /** Speaks of tables by name only: the types of today are not those of the day it was written. */
  up(db: MigrationDb, dialect: Dialect): Promise<void>
}

export interface MigrationDb extends QueryExecutorProvider {
  readonly schema: SchemaModule
}
