import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields, oldestFirst } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { caseIn } from '../models/owned.ts'

const shown = {
  title: { column: 'title', kind: 'text', short: true, required: true },
  content: { column: 'content', kind: 'text', required: true },
  slug: { column: 'slug', kind: 'keyword', short: true, required: true },
  category: { column: 'category', kind: 'keyword', short: true, required: true },
  order: { column: 'position', kind: 'number', required: true },
} as const

export const pageModel = (version: Version, models: Models): SearchModel<'pages'> =>
  searchModel({
    type: 'page',
    table: 'pages',
    id: 'id',
    organization: 'organization',
    fields: { ...metaFields[version], ...shown },
    defaultSort: oldestFirst(version),
    parents: caseIn(models),
  })

export const pageTemplateModel = (version: Version): SearchModel<'page_templates'> =>
  searchModel({
    type: 'pageTemplate',
    table: 'page_templates',
    id: 'id',
    organization: 'organization',
    fields: { ...metaFields[version], ...shown },
    defaultSort: oldestFirst(version),
  })
