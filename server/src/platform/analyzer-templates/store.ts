import type { ReportType } from '@assay/contract'
import { AppError } from '../../domain/errors.ts'
import { isEntityId } from '../../domain/response/entity-id.ts'
import type { Db } from '../../storage/database.ts'
import { countOwned } from '../../storage/rows/count-owned.ts'
import { type AnalyzerTemplateRow, entityColumns, wholePlatform } from '../rows.ts'

export const analyzerTemplateColumns = [
  ...entityColumns,
  'analyzer_id',
  'report_type',
  'content',
] as const

/** The public archive has about 500. */
export const maxTemplates = 5_000

/** By `~id`, or by the name of the analyzer. */
export async function requireTemplate(
  db: Db,
  idOrAnalyzer: string,
  reportType: ReportType = 'long',
): Promise<AnalyzerTemplateRow> {
  const all = db
    .selectFrom('analyzer_templates')
    .select(analyzerTemplateColumns)
    .where('organization', '=', wholePlatform)
  const one = isEntityId(idOrAnalyzer)
    ? all.where('id', '=', idOrAnalyzer)
    : all.where('analyzer_id', '=', idOrAnalyzer).where('report_type', '=', reportType)
  const row = await one.executeTakeFirst()
  if (!row) throw new AppError('NotFoundError', `Report template ${idOrAnalyzer} not found`)
  return row
}

export const countTemplates = (db: Db) => countOwned(db, 'analyzer_templates', wholePlatform)
