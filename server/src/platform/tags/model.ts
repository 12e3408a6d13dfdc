import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { byName, metaFields, nameField } from '../models/fields.ts'

export const tagModel = (version: Version): SearchModel<'tags'> =>
  searchModel({
    type: 'tag',
    table: 'tags',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      name: nameField,
      text: nameField,
      description: { column: 'description', kind: 'text' },
      colour: { column: 'colour', kind: 'keyword', short: true, required: true },
    },
    defaultSort: byName,
  })
