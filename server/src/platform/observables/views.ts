import type { ObservableV0, ObservableV1 } from '@assay/contract'
import { observable } from '@assay/contract/entities'
import { attributesView } from '../entity/views.ts'
import { attachmentOf, keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { ObservableRow } from '../rows.ts'

const attributesV0 = attributesView(observable, 0)
const attributesV1 = attributesView(observable, 1)
const fileV0 = (row: ObservableRow) => withoutNulls({ attachment: attachmentOf(row) })
const fileV1 = (row: ObservableRow) => {
  const attachment = attachmentOf(row)
  return attachment && { attachment: { _id: attachment.id, ...attachment } }
}

export const observableV0 = (row: ObservableRow): ObservableV0 => ({
  ...keysV0(row),
  ...attributesV0(row),
  ...fileV0(row),
  stats: {},
})

export const observableV1 = (row: ObservableRow): ObservableV1 => ({
  ...keysV1(row),
  ...attributesV1(row),
  ...fileV1(row),
  extraData: {},
})

export const observableViews = viewsOf(observableV0, observableV1)
