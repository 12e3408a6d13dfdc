import type { CaseTemplateV0, CaseTemplateV1 } from '@assay/contract'
import { withoutNulls } from '../render/parts.ts'
import { customFieldsV0 } from '../render/v0.ts'
import { customFieldsV1, type FieldDefinitions } from '../render/v1.ts'
import type { CaseTemplateRow } from '../rows.ts'

const shown = (row: CaseTemplateRow) => ({
  name: row.name,
  displayName: row.display_name,
  tags: JSON.parse(row.tags),
  flag: row.flag === 1,
  ...withoutNulls({
    titlePrefix: row.title_prefix,
    description: row.description,
    severity: row.severity,
    tlp: row.tlp,
    pap: row.pap,
    summary: row.summary,
  }),
  tasks: JSON.parse(row.tasks),
})

export const caseTemplateV0 = (row: CaseTemplateRow): CaseTemplateV0 => ({
  _id: row.id,
  id: row.id,
  createdBy: row.created_by,
  createdAt: row.created_at,
  ...withoutNulls({ updatedBy: row.updated_by, updatedAt: row.updated_at }),
  _type: 'caseTemplate',
  ...shown(row),
  status: 'Ok',
  customFields: customFieldsV0(row.custom_fields, true),
  metrics: {},
})

export const caseTemplateV1 = (row: CaseTemplateRow, fields: FieldDefinitions): CaseTemplateV1 => ({
  _id: row.id,
  _type: 'CaseTemplate',
  _createdBy: row.created_by,
  _createdAt: row.created_at,
  ...withoutNulls({ _updatedBy: row.updated_by, _updatedAt: row.updated_at }),
  ...shown(row),
  customFields: customFieldsV1(row.custom_fields, fields),
  extraData: {},
})
