import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Files of the organization are attachments without a case, an alert or a log; they are counted. */
export const organizationFiles: Migration = {
  name: '0086-organization-files',
  keepsOlder: true,
  up: async (db) => {
    await sql
      .raw(
        `create index attachments_of_nothing_else on attachments (organization)
          where case_id is null and alert_id is null and log_id is null`,
      )
      .execute(db)
  },
}
