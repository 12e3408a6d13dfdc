import { comment } from '@assay/contract/entities'
import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { searchFields } from '../entity/search.ts'
import { metaFields, oldestFirst } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { ownersIn } from '../models/owned.ts'

export const commentModel = (version: Version, models: Models): SearchModel<'comments'> =>
  searchModel({
    type: 'comment',
    table: 'comments',
    id: 'id',
    organization: 'organization',
    // Clients know who wrote it under both spellings.
    fields: {
      ...metaFields[0],
      ...metaFields[version],
      ...searchFields(comment, version),
    },
    defaultSort: oldestFirst(version),
    parents: ownersIn(models),
  })
