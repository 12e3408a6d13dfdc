import type { AlertStatusV1, CaseStatusV1 } from '@assay/contract'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { StatusRow } from '../rows.ts'

const shown = (row: StatusRow) => ({ value: row.value, stage: row.stage, order: row.position })

export const caseStatusV1 = (row: StatusRow): CaseStatusV1 => ({
  ...keysV1(row),
  _type: 'CaseStatus',
  ...shown(row),
  pauses: row.pauses === 1,
  extraData: {},
})
export const alertStatusV1 = (row: StatusRow): AlertStatusV1 => ({
  ...keysV1(row),
  _type: 'AlertStatus',
  ...shown(row),
  extraData: {},
})

export const caseStatusViews = viewsOf(
  (row: StatusRow) => ({
    ...keysV0(row),
    _type: 'caseStatus',
    ...shown(row),
    pauses: row.pauses === 1,
  }),
  caseStatusV1,
)
export const alertStatusViews = viewsOf(
  (row: StatusRow) => ({ ...keysV0(row), _type: 'alertStatus', ...shown(row) }),
  alertStatusV1,
)
