import type { AnalyzerTemplateV0, AnalyzerTemplateV1 } from '@assay/contract'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { AnalyzerTemplateRow } from '../rows.ts'

const shown = (row: AnalyzerTemplateRow) => ({
  analyzerId: row.analyzer_id,
  reportType: row.report_type,
  content: row.content,
})

export const analyzerTemplateV0 = (row: AnalyzerTemplateRow): AnalyzerTemplateV0 => ({
  ...keysV0(row),
  _type: 'analyzerTemplate',
  ...shown(row),
})

const analyzerTemplateV1 = (row: AnalyzerTemplateRow): AnalyzerTemplateV1 => ({
  ...keysV1(row),
  _type: 'AnalyzerTemplate',
  ...shown(row),
  extraData: {},
})

export const analyzerTemplateViews = viewsOf(analyzerTemplateV0, analyzerTemplateV1)
