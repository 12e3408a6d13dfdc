import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields, oldestFirst } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { ownersIn } from '../models/owned.ts'

export const attachmentModel = (version: Version, models: Models): SearchModel<'attachments'> =>
  searchModel({
    type: 'attachment',
    table: 'attachments',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      id: { column: 'attachment_id', kind: 'keyword', short: true },
      name: { column: 'attachment_name', kind: 'keyword', short: true },
      contentType: { column: 'attachment_type', kind: 'keyword', short: true },
      size: { column: 'attachment_size', kind: 'number' },
    },
    defaultSort: oldestFirst(version),
    parents: ownersIn(models),
  })
