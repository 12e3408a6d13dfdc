import type { ObservableType, ObservableTypeV1 } from '@assay/contract'
import { withoutNulls } from '../render/parts.ts'
import type { ObservableTypeRow } from '../rows.ts'

export const observableTypeV0 = (row: ObservableTypeRow): ObservableType => ({
  _id: row.id,
  id: row.id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  ...withoutNulls({ updatedBy: row.updated_by, updatedAt: row.updated_at }),
  _type: 'observableType',
  name: row.name,
  isAttachment: row.is_attachment === 1,
})

export const observableTypeV1 = (row: ObservableTypeRow): ObservableTypeV1 => ({
  _id: row.id,
  _createdBy: row.created_by,
  _createdAt: row.created_at,
  ...withoutNulls({ _updatedBy: row.updated_by, _updatedAt: row.updated_at }),
  _type: 'ObservableType',
  name: row.name,
  isAttachment: row.is_attachment === 1,
})
