import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { byName, metaFields, nameField } from '../models/fields.ts'

export const observableTypeModel = (version: Version): SearchModel<'observable_types'> =>
  searchModel({
    type: 'observableType',
    table: 'observable_types',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      name: nameField,
      isAttachment: { column: 'is_attachment', kind: 'boolean', required: true },
    },
    defaultSort: byName,
  })
