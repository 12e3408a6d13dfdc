import type { CaseV0, CaseV1 } from '@assay/contract'
import { caseEntity } from '@assay/contract/entities'
import { timesOf } from '../../domain/clocks/times.ts'
import { type ApiLevel, statusAt5 } from '../../domain/response/api-level.ts'
import { attributesView } from '../entity/views.ts'
import { customFieldsV0, customFieldsV1 } from '../render/custom-fields.ts'
import type { FieldDefinitions } from '../render/definitions.ts'
import { keysV0, keysV1 } from '../render/parts.ts'
import { each, eachWithFields, type Views } from '../render/views.ts'
import type { CaseRow } from '../rows.ts'

const attributesV0 = attributesView(caseEntity, 0)
const attributesV1 = attributesView(caseEntity, 1)

/** Every key is there, null when it holds nothing: clients of today's platform look them all up. */
export const caseV0 = (row: CaseRow): CaseV0 => ({
  ...keysV0(row),
  updatedBy: row.updated_by,
  updatedAt: row.updated_at,
  ...attributesV0(row),
  customFields: customFieldsV0(row.custom_fields, true),
  stats: {},
  permissions: [],
})

/** A plain status says less than a stage: who has not begun and who has are both open. */
const stageOf = ({ status, stage }: CaseRow): string =>
  stage ?? (status === 'Open' ? 'New' : 'Closed')

export const caseV1 = (row: CaseRow, fields: FieldDefinitions, level: ApiLevel = 4): CaseV1 => ({
  ...keysV1(row),
  ...attributesV1(row),
  ...(level === 5 && { status: statusAt5(row), ...timesOf(row) }),
  stage: stageOf(row),
  // The only one there is: cases belong to organizations, never to single users.
  access: { _kind: 'OrganisationAccessKind' },
  customFields: customFieldsV1(row.custom_fields, fields),
  extraData: {},
})

export const caseViews: Views<CaseRow, CaseV0, CaseV1> = {
  v0: each(caseV0),
  v1: eachWithFields(caseV1),
}
