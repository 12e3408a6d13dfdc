import type { CommentV1 } from '@assay/contract'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { CommentRow } from '../rows.ts'

const shown = (row: CommentRow) => ({ message: row.message, isEdited: row.updated_at !== null })

export const commentV1 = (row: CommentRow): CommentV1 => {
  const { _id, id: _, ...written } = keysV0(row)
  return { ...written, ...keysV1(row), _type: 'Comment', ...shown(row), extraData: {} }
}

const commentV0 = (row: CommentRow) => ({ ...keysV0(row), _type: 'comment', ...shown(row) })

export const commentViews = viewsOf(commentV0, commentV1)
