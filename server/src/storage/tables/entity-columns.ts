import type { ColumnOf, Entity, RowColumn, Stored } from '@assay/contract/entities'
import type { Generated } from 'kysely'

type ColumnType<T> = T extends { nullable: true }
  ? Stored<T> | null
  : T extends { filled: true }
    ? Generated<Stored<T>>
    : Stored<T>

/** The columns of the declared attributes, without those that all entities have. */
export type Columns<E extends Entity> = {
  [K in keyof E['attributes'] as Exclude<ColumnOf<E['attributes'][K], K>, RowColumn>]: ColumnType<
    E['attributes'][K]
  >
}
