import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Agents look up whose observable a job is about, by the id of the job. */
export const jobsOfObservables: Migration = {
  name: '0103-jobs-of-observables',
  keepsOlder: true,
  up: async (db) => {
    await sql
      .raw(
        'create index observable_jobs_by_engine_job on observable_jobs (organization, engine_job_id)',
      )
      .execute(db)
  },
}
