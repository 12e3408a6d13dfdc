import type { CommentV1 } from '@assay/contract'
import { comment } from '@assay/contract/entities'
import { attributesView } from '../entity/views.ts'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { CommentRow } from '../rows.ts'

const attributesV0 = attributesView(comment, 0)
const attributesV1 = attributesView(comment, 1)
const isEdited = (row: CommentRow) => row.updated_at !== null

export const commentV1 = (row: CommentRow): CommentV1 => {
  const { _id, id: _, ...written } = keysV0(row)
  return {
    ...written,
    ...keysV1(row),
    ...attributesV1(row),
    isEdited: isEdited(row),
    extraData: {},
  }
}

const commentV0 = (row: CommentRow) => ({
  ...keysV0(row),
  ...attributesV0(row),
  isEdited: isEdited(row),
})

export const commentViews = viewsOf(commentV0, commentV1)
