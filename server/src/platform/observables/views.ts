import type { ObservableV0, ObservableV1 } from '@assay/contract'
import { attachmentOf, keysV0, keysV1, withoutNulls } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { ObservableRow } from '../rows.ts'

const shown = (row: ObservableRow) => ({
  dataType: row.data_type,
  startDate: row.created_at,
  tlp: row.tlp,
  tags: JSON.parse(row.tags),
  ioc: row.ioc === 1,
  sighted: row.sighted === 1,
  reports: JSON.parse(row.reports),
  ...withoutNulls({ data: row.data, attachment: attachmentOf(row), message: row.message }),
  ...(row.ignore_similarity === null ? {} : { ignoreSimilarity: row.ignore_similarity === 1 }),
})

export const observableV0 = (row: ObservableRow): ObservableV0 => ({
  ...keysV0(row),
  _type: 'case_artifact',
  ...shown(row),
  stats: {},
})

export const observableV1 = (row: ObservableRow): ObservableV1 => ({
  ...keysV1(row),
  _type: 'Observable',
  ...shown(row),
  extraData: {},
})

export const observableViews = viewsOf(observableV0, observableV1)
