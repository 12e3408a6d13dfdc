import type { Writing } from '../changes/write.ts'
import type { NewPage } from '../pages/change.ts'
import { pageTemplateColumns, pageTemplateRows } from '../pages/store.ts'
import type { CaseTemplateRow } from '../rows.ts'

/** Exactly these, in this order; those of another organization are not there. */
export async function setPageTemplates(
  w: Writing,
  { id }: Pick<CaseTemplateRow, 'id'>,
  pageTemplateIds: readonly string[],
): Promise<void> {
  const ids = [...new Set(pageTemplateIds)]
  for (const each of ids) await pageTemplateRows.require(w.tx, w.organization, each)
  await w.tx.deleteFrom('case_template_pages').where('case_template_id', '=', id).execute()
  if (ids.length === 0) return
  const rows = ids.map((page_template_id, position) => ({
    ...{ case_template_id: id, page_template_id, position },
  }))
  await w.tx.insertInto('case_template_pages').values(rows).execute()
}

/** What a case gets that is created from the template. */
export async function pagesOfTemplate(
  w: Writing,
  template: Pick<CaseTemplateRow, 'id'> | undefined,
): Promise<NewPage[]> {
  if (template === undefined) return []
  const rows = await w.tx
    .selectFrom('page_templates')
    .innerJoin('case_template_pages as of', 'of.page_template_id', 'page_templates.id')
    .select(pageTemplateColumns.map((column) => `page_templates.${column}` as const))
    .where('page_templates.organization', '=', w.organization)
    .where('of.case_template_id', '=', template.id)
    .orderBy('of.position')
    .execute()
  return rows.map(({ title, content, category, position }) => ({
    ...{ title, content, category, order: position },
  }))
}
