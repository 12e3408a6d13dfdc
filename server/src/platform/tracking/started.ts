import type { Writing } from '../changes/write.ts'

/** The columns that every action and analysis has in the moment in which its engine took it. */
export const startedNow = (w: Writing) => ({
  id: w.newId(),
  organization: w.organization,
  status: 'Waiting' as const,
  start_date: w.now,
  end_date: null,
  report: '{}',
  operations: '[]',
  next_poll_at: w.now,
  poll_failures: 0,
  created_at: w.now,
  created_by: w.actor.login,
  updated_at: null,
  updated_by: null,
})
