import { badRequest } from '../../domain/errors.ts'
import { slugOf } from '../../domain/response/slug.ts'
import { whole } from '../../domain/response/wire-values.ts'
import { newRow } from '../changes/entity-rows.ts'
import { recordRows } from '../changes/record-rows.ts'
import type { Writing } from '../changes/write.ts'
import { holdOwner } from '../parents/owner.ts'
import type { PageRow, PageTemplateRow } from '../rows.ts'
import {
  countPages,
  countPageTemplates,
  maxPages,
  pageColumns,
  pageRows,
  pageTemplateColumns,
  pageTemplateRows,
} from './store.ts'

export interface NewPage {
  readonly title: string
  readonly content: string
  readonly category?: string | undefined
  readonly order?: number | undefined
}
export type PageChange = { readonly [K in keyof NewPage]?: NewPage[K] | undefined }

/** Without a case it is one of the organization. */
export async function createPage(
  w: Writing,
  caseId: string | null,
  input: NewPage,
): Promise<PageRow> {
  if (caseId !== null) await holdOwner(w, { kind: 'case', id: caseId })
  if ((await countPages(w.tx, w.organization, caseId)) >= maxPages)
    throw badRequest(`Limit of ${maxPages} pages reached. Delete some first`)
  const row = await w.tx
    .insertInto('pages')
    .values({ ...newRow(w), case_id: caseId, ...newColumns(input) })
    .returning(pageColumns)
    .executeTakeFirstOrThrow()
  record(w, 'create', row)
  return row
}

export async function updatePage(w: Writing, { id }: Pick<PageRow, 'id'>, change: PageChange) {
  const before = await pageRows.touch(w, id)
  const row = await pageRows.change(w, before, changedColumns(change))
  record(w, 'update', row)
  return row
}

export async function removePage(w: Writing, row: PageRow): Promise<void> {
  await pageRows.remove(w, row.id)
  record(w, 'delete', row)
}

export async function createPageTemplate(w: Writing, input: NewPage): Promise<PageTemplateRow> {
  if ((await countPageTemplates(w.tx, w.organization)) >= maxPages)
    throw badRequest(`Limit of ${maxPages} page templates reached. Delete some first`)
  const row = await w.tx
    .insertInto('page_templates')
    .values({ ...newRow(w), ...newColumns(input) })
    .returning(pageTemplateColumns)
    .executeTakeFirstOrThrow()
  recordTemplate(w, 'create', row)
  return row
}

export async function updatePageTemplate(w: Writing, id: string, change: PageChange) {
  const before = await pageTemplateRows.touch(w, id)
  const row = await pageTemplateRows.change(w, before, changedColumns(change))
  recordTemplate(w, 'update', row)
}

export async function removePageTemplate(w: Writing, row: PageTemplateRow): Promise<void> {
  await pageTemplateRows.remove(w, row.id)
  recordTemplate(w, 'delete', row)
}

const newColumns = ({ title, content, category, order }: NewPage) => ({
  title,
  slug: slugOf(title),
  category: category ?? 'default',
  position: whole(order ?? 0),
  content,
})

const changedColumns = ({ title, content, category, order }: PageChange) => ({
  ...(title !== undefined && { title, slug: slugOf(title) }),
  ...(content !== undefined && { content }),
  ...(category !== undefined && { category }),
  ...(order !== undefined && { position: whole(order) }),
})

const record = recordRows<PageRow>('page', (row) => ({
  ...(row.case_id !== null && { rootId: row.case_id }),
  details: { title: row.title, category: row.category },
}))

const recordTemplate = recordRows<PageTemplateRow>('pageTemplate', (row) => ({
  details: { title: row.title, category: row.category },
}))
