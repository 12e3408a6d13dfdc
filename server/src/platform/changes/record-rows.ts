import type { ObjectType } from '@assay/contract'
import type { Change, Writing } from './write.ts'

/** How the changes of rows of one type are recorded; `told` says what of a row is in the record. */
export const recordRows =
  <Row extends { readonly id: string }>(
    objectType: ObjectType,
    told: (row: Row) => Pick<Change, 'rootId' | 'details'>,
  ) =>
  (w: Writing, operation: Change['operation'], row: Row): void =>
    w.record({ operation, objectType, objectId: row.id, ...told(row) })
