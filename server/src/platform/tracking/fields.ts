import type { Version } from '../../../domain/response/query-entities.ts'
import {
  type Field,
  type Relation,
  type SearchModel,
  searchModel,
} from '../../../storage/search.ts'
import { metaFields, newestFirst, sameOrganization } from './meta.ts'
import type { Models } from './models.ts'

type TrackedColumn = 'engine_id' | 'engine_job_id' | 'status' | 'start_date' | 'end_date'

/** Both spellings of the connector, in either version. */
const tracked: Record<string, Field<TrackedColumn>> = {
  engineId: { column: 'engine_id', kind: 'keyword', short: true, required: true },
  cortexId: { column: 'engine_id', kind: 'keyword', short: true, required: true },
  engineJobId: { column: 'engine_job_id', kind: 'keyword', short: true, required: true },
  cortexJobId: { column: 'engine_job_id', kind: 'keyword', short: true, required: true },
  status: {
    column: 'status',
    kind: 'keyword',
    short: true,
    required: true,
    values: ['Waiting', 'InProgress', 'Success', 'Failure', 'Deleted'],
  },
  startDate: { column: 'start_date', kind: 'date', required: true },
  endDate: { column: 'end_date', kind: 'date' },
}

/** Searched in the spelling of the wire, shown as a label. */
const objectTypes = {
  case: 'Case',
  case_task: 'Task',
  case_task_log: 'Log',
  case_artifact: 'Observable',
  alert: 'Alert',
}

export const actionModel = (version: Version): SearchModel<'actions'> =>
  searchModel({
    type: 'action',
    table: 'actions',
    id: 'id',
    organization: 'organization',
    fields: {
      ...metaFields[version],
      ...tracked,
      responderId: { column: 'responder_id', kind: 'keyword', short: true, required: true },
      responderName: { column: 'responder_name', kind: 'keyword', short: true, required: true },
      responderDefinition: {
        column: 'responder_definition',
        kind: 'keyword',
        short: true,
        required: true,
      },
      objectType: {
        column: 'object_type',
        kind: 'keyword',
        short: true,
        required: true,
        aliases: objectTypes,
        values: [...Object.keys(objectTypes), ...Object.values(objectTypes)],
      },
      objectId: { column: 'object_id', kind: 'keyword', short: true, required: true },
      tlp: { column: 'tlp', kind: 'number', required: true },
      pap: { column: 'pap', kind: 'number', required: true },
    },
    defaultSort: newestFirst(version),
  })

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
      ...tracked,
      analyzerId: { column: 'analyzer_id', kind: 'keyword', short: true, required: true },
      analyzerName: { column: 'analyzer_name', kind: 'keyword', short: true, required: true },
      analyzerDefinition: {
        column: 'analyzer_definition',
        kind: 'keyword',
        short: true,
        required: true,
      },
    },
    defaultSort: newestFirst(version),
    parents: { case_artifact: ofObservable, observable: ofObservable, artifact: ofObservable },
  })
}
