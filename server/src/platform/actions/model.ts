import type { Version } from '../../domain/response/query-entities.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'
import { metaFields, newestFirst } from '../models/fields.ts'
import { trackedFields, workerFields } from '../tracking/fields.ts'

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
      ...trackedFields,
      ...workerFields('responder'),
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
