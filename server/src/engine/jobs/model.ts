import { organizationModel } from '../../identity/organizations/store.ts'
import { type SearchModel, searchModel } from '../../storage/search.ts'

/** As the migration made it. */
export const jobCounts = {
  table: 'jobs',
  counts: 'job_counts',
  columns: ['organization', 'status', 'data_type', 'type', 'worker_id', 'worker_name'],
} as const

/** Jobs as a search sees them; the worker has two names on the wire, and so have its fields. */
export const jobModel: SearchModel<'jobs'> = searchModel({
  type: 'job',
  table: 'jobs',
  id: 'id',
  organization: 'organization',
  fields: {
    _id: { column: 'id', kind: 'keyword', required: true, selective: true },
    id: { column: 'id', kind: 'keyword', required: true, selective: true },
    organization: { column: 'organization', kind: 'keyword', required: true },
    type: { column: 'type', kind: 'keyword', required: true },
    workerId: { column: 'worker_id', kind: 'keyword', required: true },
    analyzerId: { column: 'worker_id', kind: 'keyword', required: true },
    workerName: { column: 'worker_name', kind: 'keyword', required: true },
    analyzerName: { column: 'worker_name', kind: 'keyword', required: true },
    workerDefinitionId: { column: 'worker_definition_id', kind: 'keyword', required: true },
    analyzerDefinitionId: { column: 'worker_definition_id', kind: 'keyword', required: true },
    status: { column: 'status', kind: 'keyword', required: true },
    dataType: { column: 'data_type', kind: 'keyword', required: true },
    data: { column: 'data', kind: 'keyword', digest: 'data_hash', selective: true },
    'attachment.id': { column: 'attachment_id', kind: 'keyword', selective: true },
    'attachment.name': { column: 'attachment_name', kind: 'keyword' },
    'attachment.contentType': { column: 'attachment_type', kind: 'keyword' },
    'attachment.size': { column: 'attachment_size', kind: 'number' },
    tlp: { column: 'tlp', kind: 'number', required: true },
    pap: { column: 'pap', kind: 'number', required: true },
    message: { column: 'message', kind: 'text', required: true },
    label: { column: 'label', kind: 'keyword' },
    errorMessage: { column: 'error_message', kind: 'text' },
    runner: { column: 'runner', kind: 'keyword' },
    date: { column: 'created_at', kind: 'date', required: true },
    startDate: { column: 'start_date', kind: 'date' },
    endDate: { column: 'end_date', kind: 'date' },
    createdAt: { column: 'created_at', kind: 'date', required: true },
    createdBy: { column: 'created_by', kind: 'keyword', required: true },
    updatedAt: { column: 'updated_at', kind: 'date' },
    updatedBy: { column: 'updated_by', kind: 'keyword' },
  },
  defaultSort: [{ field: 'createdAt', descending: true }],
  counts: { table: 'job_counts', columns: jobCounts.columns },
  parents: {
    organization: { model: () => organizationModel, join: [['organization', 'name']] },
  },
})
