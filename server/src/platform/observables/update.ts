import { type Changed, observable } from '@assay/contract/entities'
import type { Updateable } from 'kysely'
import { createError } from '../../domain/errors.ts'
import { mergedTags } from '../../domain/response/observable-values.ts'
import type { ObservableTable } from '../../storage/tables/platform.ts'
import type { Writing } from '../changes/write.ts'
import { changedColumns } from '../entity/columns.ts'
import { observableTypesOf } from '../observable-types/store.ts'
import type { ObservableRow } from '../rows.ts'
import { rememberTags } from '../tags/store.ts'
import { observableRows, rootOf } from './store.ts'
import { checkType } from './types.ts'

export interface ObservableChange extends Changed<typeof observable> {
  readonly addTags?: readonly string[] | undefined
  readonly removeTags?: readonly string[] | undefined
}

/** Says who and when even if nothing else changes. */
export async function updateObservable(
  w: Writing,
  { id }: Pick<ObservableRow, 'id'>,
  change: ObservableChange,
): Promise<ObservableRow> {
  const before = await observableRows.touch(w, id)
  await checkNewType(w, before, change.dataType)
  const columns = { ...changedColumns(observable, change), ...decided(before, change) }
  const row = await observableRows.change(w, before, columns).catch((error: unknown) => {
    // The case or alert has the same value of the other type.
    throw w.dialect.isUniqueViolation(error) ? createError('Observable already exists') : error
  })
  const tags: string[] = JSON.parse(row.tags)
  if (columns.tags !== undefined) await rememberTags(w, tags)
  const { addTags, removeTags, ...rest } = change
  w.record({
    operation: 'update',
    objectType: 'case_artifact',
    objectId: id,
    rootId: rootOf(row),
    details: { ...rest, ...(columns.tags === undefined ? {} : { tags }) },
  })
  return row
}

/** Verdicts of the value stay true: only a type that such a value can have. */
async function checkNewType(w: Writing, before: ObservableRow, dataType: string | undefined) {
  if (dataType === undefined || dataType === before.data_type) return
  const types = await observableTypesOf(w.tx, w.organization)
  const hasFile = before.attachment_id !== null
  checkType(types, dataType, { hasText: !hasFile, hasFile })
}

function decided(
  before: ObservableRow,
  { tags, addTags, removeTags }: ObservableChange,
): Updateable<ObservableTable> {
  if (tags === undefined && addTags === undefined && removeTags === undefined) return {}
  const wanted = mergedTags(tags ?? JSON.parse(before.tags), addTags ?? []).filter(
    (tag) => !removeTags?.includes(tag),
  )
  return { tags: JSON.stringify(wanted) }
}
