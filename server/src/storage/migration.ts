import type { QueryExecutorProvider, SchemaModule } from 'kysely'
import type { Dialect } from './dialect.ts'

export interface Migration {
  readonly name: string
  /** Speaks of tables by name only: the types of today are not those of the day it was written. */
  up(db: MigrationDb, dialect: Dialect): Promise<void>
}

export interface MigrationDb extends QueryExecutorProvider {
  readonly schema: SchemaModule
}
