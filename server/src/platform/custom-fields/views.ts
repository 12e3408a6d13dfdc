import type { CustomFieldV0, CustomFieldV1 } from '@assay/contract'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { CustomFieldRow } from '../rows.ts'

const shown = (row: CustomFieldRow) => ({
  description: row.description,
  type: row.type,
  options: JSON.parse(row.options),
  mandatory: row.mandatory === 1,
})

export const customFieldV0 = (row: CustomFieldRow): CustomFieldV0 => ({
  ...keysV0(row),
  _type: 'customField',
  name: row.display_name,
  reference: row.name,
  ...shown(row),
})

export const customFieldV1 = (row: CustomFieldRow): CustomFieldV1 => ({
  ...keysV1(row),
  _type: 'CustomField',
  name: row.name,
  displayName: row.display_name,
  ...shown(row),
  extraData: {},
})

export const customFieldViews = viewsOf(customFieldV0, customFieldV1)
