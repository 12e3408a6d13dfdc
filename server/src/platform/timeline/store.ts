import { entityRows } from '../changes/entity-rows.ts'
import { entityColumns } from '../rows.ts'

export const customEventColumns = [
  ...entityColumns,
  'case_id',
  'date',
  'end_date',
  'title',
  'description',
] as const

export const customEventRows = entityRows('custom_events', customEventColumns, 'CustomEvent')
