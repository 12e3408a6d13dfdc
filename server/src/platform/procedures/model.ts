import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields, oldestFirst } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { ownersIn } from '../models/owned.ts'

export const procedureModel = (version: Version, models: Models): SearchModel<'procedures'> =>
  searchModel({
    type: 'procedure',
    table: 'procedures',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      patternId: { column: 'pattern_id', kind: 'keyword', short: true, required: true },
      tactic: { column: 'tactic', kind: 'keyword', short: true, required: true },
      occurDate: { column: 'occur_date', kind: 'date', required: true },
      description: { column: 'description', kind: 'text' },
    },
    defaultSort: oldestFirst(version),
    parents: ownersIn(models),
  })
