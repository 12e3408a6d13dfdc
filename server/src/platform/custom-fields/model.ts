import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { byName, metaFields, nameField } from '../models/fields.ts'

export const customFieldModel = (version: Version): SearchModel<'custom_fields'> =>
  searchModel({
    type: 'customField',
    table: 'custom_fields',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      name: nameField,
      reference: nameField,
      displayName: { column: 'display_name', kind: 'keyword', short: true, required: true },
      description: { column: 'description', kind: 'text', required: true },
      type: { column: 'type', kind: 'keyword', short: true, required: true },
      mandatory: { column: 'mandatory', kind: 'boolean', required: true },
    },
    defaultSort: byName,
  })
