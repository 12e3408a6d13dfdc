import { procedure } from '@assay/contract/entities'
import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { searchFields } from '../entity/search.ts'
import { metaFields, oldestFirst } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { ownersIn } from '../models/owned.ts'

export const procedureModel = (version: Version, models: Models): SearchModel<'procedures'> =>
  searchModel({
    type: 'procedure',
    table: 'procedures',
    id: 'id',
    organization: 'organization',
    fields: { ...metaFields[version], ...searchFields(procedure, version) },
    defaultSort: oldestFirst(version),
    parents: ownersIn(models),
  })
