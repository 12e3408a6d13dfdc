import { newRow } from '../changes/entity-rows.ts'
import type { Writing } from '../changes/write.ts'

/** The columns that every action and analysis has in the moment in which its engine took it. */
export const startedNow = (w: Writing) => ({
  ...newRow(w),
  status: 'Waiting' as const,
  start_date: w.now,
  end_date: null,
  report: '{}',
  operations: '[]',
  next_poll_at: w.now,
  poll_failures: 0,
})
