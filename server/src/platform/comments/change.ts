import { comment } from '@assay/contract/entities'
import { notAllowed } from '../../domain/errors.ts'
import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'
import { newColumns } from '../entity/columns.ts'
import { createdDetails } from '../entity/recorded.ts'
import { holdOwner, type Owner, ownerColumns, rootOf } from '../parents/owner.ts'
import type { CommentRow } from '../rows.ts'
import { mentionPeople, mentionsLeave } from './mentions.ts'
import { commentColumns, commentRows } from './store.ts'

export async function createComment(
  w: Writing,
  owner: Owner,
  message: string,
): Promise<CommentRow> {
  await holdOwner(w, owner)
  const row = await w.tx
    .insertInto('comments')
    .values({ ...newRow(w), ...ownerColumns(owner), ...newColumns(comment, { message }, w.now) })
    .returning(commentColumns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

/** A comment has an author: other users do not change its words. */
export async function updateComment(w: Writing, before: CommentRow, message: string) {
  // guard: server/test/platform/comments.test.ts
  if (before.created_by !== w.actor.login)
    throw notAllowed(`Only its author, ${before.created_by}, can edit this comment`)
  const row = await commentRows.touch(w, before.id, { message })
  record(w, 'update', row)
  await mentionPeople(w, row)
}

export async function removeComment(w: Writing, row: CommentRow, isAdministrator: boolean) {
  // guard: server/test/platform/comments.test.ts
  if (row.created_by !== w.actor.login && !isAdministrator)
    throw notAllowed(`Only its author, ${row.created_by}, or an orgadmin can delete this comment`)
  await mentionsLeave(w, 'id', row.id)
  await commentRows.remove(w, row.id)
  record(w, 'delete', row)
}

const record = (w: Writing, operation: 'create' | 'update' | 'delete', row: CommentRow) =>
  w.record({
    operation,
    objectType: 'comment',
    objectId: row.id,
    rootId: rootOf(row),
    details: createdDetails(comment, row),
  })
