import type { CaseTemplateV0, CaseTemplateV1 } from '@assay/contract'
import { customFieldsV0, customFieldsV1 } from '../render/custom-fields.ts'
import type { FieldDefinitions } from '../render/definitions.ts'
import { keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import { each, eachWithFields, type Views } from '../render/views.ts'
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
  ...keysV0(row),
  _type: 'caseTemplate',
  ...shown(row),
  status: 'Ok',
  customFields: customFieldsV0(row.custom_fields, true),
  metrics: {},
})

export const caseTemplateV1 = (row: CaseTemplateRow, fields: FieldDefinitions): CaseTemplateV1 => ({
  ...keysV1(row),
  _type: 'CaseTemplate',
  ...shown(row),
  customFields: customFieldsV1(row.custom_fields, fields),
  extraData: {},
})

export const caseTemplateViews: Views<CaseTemplateRow, CaseTemplateV0, CaseTemplateV1> = {
  v0: each(caseTemplateV0),
  v1: eachWithFields(caseTemplateV1),
}
