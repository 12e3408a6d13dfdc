import type { ApiLevel } from '../../domain/response/api-level.ts'
import type { Db } from '../../storage/database.ts'
import type { FieldDefinitions } from './definitions.ts'

/** What a view may look up in addition to the rows. */
export interface ViewContext {
  readonly db: Db
  readonly organization: string
  /** Left out, that of TheHive 4. */
  readonly level?: ApiLevel
  /** Of the custom fields that the organization sees. */
  definitions(): Promise<FieldDefinitions>
}

/** How rows are shown; all together, so related rows are read once. */
export type View<R, V> = (rows: readonly R[], context: ViewContext) => V[] | Promise<V[]>

/** How an entity is shown in each version of the API. */
export interface Views<R, V0 = object, V1 = object> {
  readonly v0: View<R, V0>
  readonly v1: View<R, V1>
}

/** A view that needs nothing but the row. */
export const each =
  <R, V>(show: (row: R) => V): View<R, V> =>
  (rows) =>
    rows.map((row) => show(row))

export const viewsOf = <R, V0, V1>(v0: (row: R) => V0, v1: (row: R) => V1): Views<R, V0, V1> => ({
  v0: each(v0),
  v1: each(v1),
})

/** A view that shows custom fields; their definitions are read if any row has a value. */
export const eachWithFields =
  <R extends { readonly custom_fields: string }, V>(
    show: (row: R, fields: FieldDefinitions, level?: ApiLevel) => V,
  ): View<R, V> =>
  async (rows, context) => {
    const fields = await definitionsFor(rows, context)
    return rows.map((row) => show(row, fields, context.level))
  }

export const definitionsFor = async (
  rows: readonly { readonly custom_fields: string }[],
  { definitions }: Pick<ViewContext, 'definitions'>,
): Promise<FieldDefinitions> =>
  rows.some(({ custom_fields }) => custom_fields !== '{}') ? await definitions() : new Map()
