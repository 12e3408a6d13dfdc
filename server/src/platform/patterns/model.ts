import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields, nameField } from '../models/fields.ts'

export const patternModel = (version: Version): SearchModel<'patterns'> =>
  searchModel({
    type: 'pattern',
    table: 'patterns',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      patternId: { column: 'pattern_id', kind: 'keyword', short: true, required: true },
      name: nameField,
      description: { column: 'description', kind: 'text' },
      tactics: { column: 'tactics', kind: 'list', short: true },
      platforms: { column: 'platforms', kind: 'list', short: true },
      url: { column: 'url', kind: 'keyword', short: true, required: true },
      revoked: { column: 'revoked', kind: 'boolean', required: true },
      version: { column: 'version', kind: 'keyword', short: true },
    },
    defaultSort: [{ field: 'patternId', descending: false }],
  })
