import { Description } from '../values.ts'
import { entity } from './entity.ts'

/** What was done in a task. */
export const log = entity({
  table: 'task_logs',
  types: ['case_task_log', 'Log'],
  attributes: {
    message: { kind: 'text', input: Description, required: true, recorded: 'always' },
    date: {
      kind: 'moment',
      column: 'created_at',
      nameV0: 'startDate',
      fixed: 'it is the time the log was written',
    },
    owner: {
      kind: 'keyword',
      column: 'created_by',
      search: { short: true },
      fixed: "it is the log's author",
    },
  },
})
