import { organizationModel } from '../../identity/organizations/store.ts'
import { changeFields } from '../../storage/search/change-fields.ts'
import { type SearchModel, searchModel } from '../../storage/search/search.ts'

/** As the migration made it. */
export const jobCounts = {
  table: 'jobs',
  counts: 'job_counts',
  columns: ['organization', 'status', 'data_type', 'type', 'worker_id', 'worker_name'],
} as const

const definitionField = {
  column: 'worker_definition_id',
  kind: 'keyword',
  short: true,
  required: true,
} as const

/** Jobs as a search sees them; the worker has two names on the wire, and so have its fields. */
export const jobModel: SearchModel<'jobs'> = searchModel({
  type: 'job',
  table: 'jobs',
  id: 'id',
  organization: 'organization',
  fields: {
    _id: { column: 'id', kind: 'keyword', short: true, required: true, selective: true },
    id: { column: 'id', kind: 'keyword', short: true, required: true, selective: true },
    organization: { column: 'organization', kind: 'keyword', short: true, required: true },
    type: { column: 'type', kind: 'keyword', short: true, required: true },
    workerId: { column: 'worker_id', kind: 'keyword', short: true, required: true },
    analyzerId: { column: 'worker_id', kind: 'keyword', short: true, required: true },
    workerName: { column: 'worker_name', kind: 'keyword', short: true, required: true },
    analyzerName: { column: 'worker_name', kind: 'keyword', short: true, required: true },
    workerDefinitionId: definitionField,
    analyzerDefinitionId: definitionField,
    status: { column: 'status', kind: 'keyword', short: true, required: true },
    dataType: { column: 'data_type', kind: 'keyword', short: true, required: true },
    data: { column: 'data', kind: 'keyword', digest: 'data_hash', selective: true },
    'attachment.id': { column: 'attachment_id', kind: 'keyword', short: true, selective: true },
    'attachment.name': { column: 'attachment_name', kind: 'keyword', short: true },
    'attachment.contentType': { column: 'attachment_type', kind: 'keyword', short: true },
    'attachment.size': { column: 'attachment_size', kind: 'number' },
    tlp: { column: 'tlp', kind: 'number', required: true },
    pap: { column: 'pap', kind: 'number', required: true },
    message: { column: 'message', kind: 'text', required: true },
    label: { column: 'label', kind: 'keyword' },
    errorMessage: { column: 'error_message', kind: 'text' },
    notApplicable: { column: 'not_applicable', kind: 'keyword', short: true },
    runner: { column: 'runner', kind: 'keyword', short: true },
    date: { column: 'created_at', kind: 'date', required: true },
    startDate: { column: 'start_date', kind: 'date' },
    endDate: { column: 'end_date', kind: 'date' },
    ...changeFields,
  },
  defaultSort: [{ field: 'createdAt', descending: true }],
  counts: { table: 'job_counts', columns: jobCounts.columns },
  parents: {
    organization: { model: () => organizationModel, join: [['organization', 'name']] },
  },
})
