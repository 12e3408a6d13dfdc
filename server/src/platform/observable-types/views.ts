import type { ObservableType, ObservableTypeV1 } from '@assay/contract'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { ObservableTypeRow } from '../rows.ts'

export const observableTypeV0 = (row: ObservableTypeRow): ObservableType => ({
  ...keysV0(row),
  _type: 'observableType',
  name: row.name,
  isAttachment: row.is_attachment === 1,
})

export const observableTypeV1 = (row: ObservableTypeRow): ObservableTypeV1 => ({
  ...keysV1(row),
  _type: 'ObservableType',
  name: row.name,
  isAttachment: row.is_attachment === 1,
})

export const observableTypeViews = viewsOf(observableTypeV0, observableTypeV1)
