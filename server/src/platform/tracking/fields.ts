import { jobStatuses } from '@assay/contract'
import type { Field } from '../../storage/search/search.ts'

type TrackedColumn = 'engine_id' | 'engine_job_id' | 'status' | 'start_date' | 'end_date'

/** Both spellings of the connector, in either version. */
export const trackedFields: Record<string, Field<TrackedColumn>> = {
  engineId: { column: 'engine_id', kind: 'keyword', short: true, required: true },
  cortexId: { column: 'engine_id', kind: 'keyword', short: true, required: true },
  engineJobId: { column: 'engine_job_id', kind: 'keyword', short: true, required: true },
  cortexJobId: { column: 'engine_job_id', kind: 'keyword', short: true, required: true },
  status: {
    column: 'status',
    kind: 'keyword',
    short: true,
    required: true,
    values: jobStatuses,
  },
  startDate: { column: 'start_date', kind: 'date', required: true },
  endDate: { column: 'end_date', kind: 'date' },
}

const required = { kind: 'keyword', short: true, required: true } as const

/** `responderId`, `responderName` and `responderDefinition`; the same of analyzers. */
export const workerFields = <W extends 'analyzer' | 'responder'>(worker: W) => ({
  [`${worker}Id`]: { column: `${worker}_id` as const, ...required },
  [`${worker}Name`]: { column: `${worker}_name` as const, ...required },
  [`${worker}Definition`]: { column: `${worker}_definition` as const, ...required },
})
