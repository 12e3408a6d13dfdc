import type { CaseV0, CaseV1 } from '@assay/contract'
import { customFieldsV0, customFieldsV1 } from '../render/custom-fields.ts'
import type { FieldDefinitions } from '../render/definitions.ts'
import { keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import { each, eachWithFields, type Views } from '../render/views.ts'
import type { CaseRow } from '../rows.ts'

/** What people wrote about it, the same in every version of the API and in archives. */
export const describedCase = (row: CaseRow) => ({
  title: row.title,
  description: row.description,
  severity: row.severity,
  startDate: row.start_date,
  tags: JSON.parse(row.tags),
  flag: row.flag === 1,
  tlp: row.tlp,
  pap: row.pap,
})

const shown = (row: CaseRow) => ({ ...describedCase(row), status: row.status })

/** Every key is there, null when it holds nothing: clients of today's platform look them all up. */
export const caseV0 = (row: CaseRow): CaseV0 => ({
  ...keysV0(row),
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
  _type: 'case',
  caseId: row.number,
  ...shown(row),
  endDate: row.end_date,
  impactStatus: row.impact_status,
  resolutionStatus: row.resolution_status,
  summary: row.summary,
  owner: row.assignee,
  customFields: customFieldsV0(row.custom_fields, true),
  stats: {},
  permissions: [],
})

/** A plain status says less than a stage: who has not begun and who has are both open. */
const stageOf = ({ status, stage }: CaseRow): string =>
  stage ?? (status === 'Open' ? 'New' : 'Closed')

export const caseV1 = (row: CaseRow, fields: FieldDefinitions): CaseV1 => ({
  ...keysV1(row),
  _type: 'Case',
  number: row.number,
  ...shown(row),
  ...withoutNulls({
    endDate: row.end_date,
    summary: row.summary,
    impactStatus: row.impact_status,
    resolutionStatus: row.resolution_status,
    assignee: row.assignee,
    extendedStatus: row.extended_status,
  }),
  stage: stageOf(row),
  customFields: customFieldsV1(row.custom_fields, fields),
  extraData: {},
})

export const caseViews: Views<CaseRow, CaseV0, CaseV1> = {
  v0: each(caseV0),
  v1: eachWithFields(caseV1),
}
