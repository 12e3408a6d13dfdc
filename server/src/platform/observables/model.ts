import { observable } from '@assay/contract/entities'
import type { Version } from '../../domain/response/query-entities.ts'
import { type Field, type SearchModel, searchModel } from '../../storage/search/search.ts'
import type { Column } from '../../storage/tables/tables.ts'
import { searchFields } from '../entity/search.ts'
import { fileFields, oldestFirst, sameOrganization } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { ownersIn } from '../models/owned.ts'

type Fields = Record<string, Field<Column<'observables'>>>

export const observableFields: Record<Version, Fields> = {
  0: { ...fileFields[0], ...searchFields(observable, 0) },
  1: { ...fileFields[1], ...searchFields(observable, 1) },
}

export const observableModel = (version: Version, models: Models): SearchModel<'observables'> =>
  searchModel({
    type: 'case_artifact',
    table: 'observables',
    id: 'id',
    organization: 'organization',
    fields: observableFields[version],
    defaultSort: oldestFirst(version),
    parents: ownersIn(models),
    children: {
      case_artifact_job: {
        model: () => models.of('job'),
        join: [['id', 'observable_id'], sameOrganization],
      },
    },
  })
