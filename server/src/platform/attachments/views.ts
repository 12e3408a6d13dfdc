import type { AttachmentV1 } from '@assay/contract'
import { attachmentOf, keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { AttachmentRow } from '../rows.ts'

const noFile = { id: '', name: '', size: 0, contentType: '' }
const shown = (row: AttachmentRow) => ({ hashes: [], ...(attachmentOf(row) ?? noFile) })

export const attachmentV1 = (row: AttachmentRow): AttachmentV1 => ({
  ...keysV1(row),
  _type: 'Attachment',
  ...shown(row),
  extraData: {},
})

const attachmentV0 = (row: AttachmentRow) => ({
  ...keysV0(row),
  _type: 'attachment',
  ...shown(row),
})

export const attachmentViews = viewsOf(attachmentV0, attachmentV1)
