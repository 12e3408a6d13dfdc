import type { ReportType } from '@assay/contract'
import { badRequest, conflict } from '../../domain/errors.ts'
import { ownedRow } from '../../storage/rows/owned-row.ts'
import { changedNow, newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { type AnalyzerTemplateRow, wholePlatform } from '../rows.ts'
import { analyzerTemplateColumns, countTemplates, maxTemplates } from './store.ts'

export interface NewTemplate {
  readonly analyzerId: string
  readonly reportType: ReportType
  readonly content: string
}

const columnsOf = ({ analyzerId, reportType, content }: NewTemplate) => ({
  analyzer_id: analyzerId,
  report_type: reportType,
  content,
})

async function refuseTooMany(w: Writing, more: number): Promise<void> {
  if ((await countTemplates(w.tx)) + more > maxTemplates)
    throw badRequest(`Limit of ${maxTemplates} report templates reached. Delete some first`)
}

export async function createTemplate(
  w: Writing,
  template: NewTemplate,
): Promise<AnalyzerTemplateRow> {
  await refuseTooMany(w, 1)
  const row = await w.tx
    .insertInto('analyzer_templates')
    .values({ ...newRow(w), organization: wholePlatform, ...columnsOf(template) })
    .onConflict((key) => key.columns(['organization', 'analyzer_id', 'report_type']).doNothing())
    .returning(analyzerTemplateColumns)
    .executeTakeFirst()
  if (!row) throw conflict('analyzerTemplate', template.analyzerId)
  record(w, 'create', row)
  return row
}

export async function changeTemplate(
  w: Writing,
  before: AnalyzerTemplateRow,
  content: string | undefined,
): Promise<AnalyzerTemplateRow> {
  const row = await w.tx
    .updateTable('analyzer_templates')
    .set({ ...changedNow(w), ...(content !== undefined && { content }) })
    .where(ownedRow(wholePlatform, before.id))
    .returning(analyzerTemplateColumns)
    .executeTakeFirstOrThrow()
  record(w, 'update', row)
  return row
}

export async function removeTemplate(w: Writing, row: AnalyzerTemplateRow): Promise<void> {
  await w.tx.deleteFrom('analyzer_templates').where(ownedRow(wholePlatform, row.id)).execute()
  record(w, 'delete', row)
}

/** Those that exist are replaced; all of them or none. The archive is one entry of the audit trail. */
export async function storeTemplates(w: Writing, templates: readonly NewTemplate[]) {
  for (const template of templates)
    await w.tx
      .insertInto('analyzer_templates')
      .values({ ...newRow(w), organization: wholePlatform, ...columnsOf(template) })
      .onConflict((key) =>
        key
          .columns(['organization', 'analyzer_id', 'report_type'])
          .doUpdateSet({ ...changedNow(w), content: template.content }),
      )
      .execute()
  await refuseTooMany(w, 0)
  w.record({
    operation: 'update',
    objectType: 'analyzerTemplate',
    objectId: 'archive',
    details: { templates: templates.length },
  })
}

const record = recordRows<AnalyzerTemplateRow>('analyzerTemplate', (row) => ({
  details: { analyzerId: row.analyzer_id, reportType: row.report_type },
}))
