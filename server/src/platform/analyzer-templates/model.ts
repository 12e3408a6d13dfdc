import { reportTypes } from '@assay/contract'
import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields } from '../models/fields.ts'

export const analyzerTemplateModel = (version: Version): SearchModel<'analyzer_templates'> =>
  searchModel({
    type: 'analyzerTemplate',
    table: 'analyzer_templates',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      analyzerId: { column: 'analyzer_id', kind: 'keyword', short: true, required: true },
      reportType: {
        column: 'report_type',
        kind: 'keyword',
        short: true,
        required: true,
        values: reportTypes,
      },
      content: { column: 'content', kind: 'text', required: true },
    },
    defaultSort: [{ field: 'analyzerId', descending: false }],
  })
