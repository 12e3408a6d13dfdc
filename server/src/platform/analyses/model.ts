import type { Version } from '../../domain/response/query-entities.ts'
import { type Relation, type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields, newestFirst, sameOrganization } from '../models/fields.ts'
import type { Models } from '../models/models.ts'
import { trackedFields, workerFields } from '../tracking/fields.ts'

export const jobModel = (version: Version, models: Models): SearchModel<'observable_jobs'> => {
  // The search of the connector takes names as they are, so each has an entry.
  const ofObservable: Relation = {
    model: () => models.of('observable'),
    join: [['observable_id', 'id'], sameOrganization],
  }
  return searchModel({
    type: 'case_artifact_job',
    table: 'observable_jobs',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      ...trackedFields,
      ...workerFields('analyzer'),
    },
    defaultSort: newestFirst(version),
    parents: { case_artifact: ofObservable, observable: ofObservable, artifact: ofObservable },
  })
}
