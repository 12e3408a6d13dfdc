import type { CustomFieldV0, CustomFieldV1 } from '@assay/contract'
import { withoutNulls } from '../render/parts.ts'
import type { CustomFieldRow } from '../rows.ts'

const shown = (row: CustomFieldRow) => ({
  description: row.description,
  type: row.type,
  options: JSON.parse(row.options),
  mandatory: row.mandatory === 1,
})

export const customFieldV0 = (row: CustomFieldRow): CustomFieldV0 => ({
  _id: row.id,
  id: row.id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  ...withoutNulls({ updatedBy: row.updated_by, updatedAt: row.updated_at }),
  _type: 'customField',
  name: row.display_name,
  reference: row.name,
  ...shown(row),
})

export const customFieldV1 = (row: CustomFieldRow): CustomFieldV1 => ({
  _id: row.id,
  _type: 'CustomField',
  _createdBy: row.created_by,
  _createdAt: row.created_at,
  ...withoutNulls({ _updatedBy: row.updated_by, _updatedAt: row.updated_at }),
  name: row.name,
  displayName: row.display_name,
  ...shown(row),
  extraData: {},
})
