import type { PageTemplateV1, PageV0, PageV1 } from '@assay/contract'
import { keysV0, keysV1 } from '../render/parts.ts'
import { viewsOf } from '../render/views.ts'
import type { PageRow, PageTemplateRow } from '../rows.ts'

const shown = (row: PageTemplateRow) => ({
  title: row.title,
  content: row.content,
  slug: row.slug,
  category: row.category,
  order: row.position,
})

export const pageV0 = (row: PageRow): PageV0 => ({ ...keysV0(row), _type: 'page', ...shown(row) })

export const pageV1 = (row: PageRow): PageV1 => ({
  ...keysV1(row),
  _type: 'Page',
  id: row.id,
  ...shown(row),
  extraData: {},
})

export const pageViews = viewsOf(pageV0, pageV1)

const pageTemplateV0 = (row: PageTemplateRow) => ({
  ...keysV0(row),
  _type: 'pageTemplate',
  ...shown(row),
})

export const pageTemplateV1 = (row: PageTemplateRow): PageTemplateV1 => ({
  ...keysV1(row),
  _type: 'PageTemplate',
  id: row.id,
  ...shown(row),
  extraData: {},
})

export const pageTemplateViews = viewsOf(pageTemplateV0, pageTemplateV1)
