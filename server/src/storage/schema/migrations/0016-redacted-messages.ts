import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

/** Those that read files by a path of their configuration until 0.4.0. */
const readers = ['Assay_Yara_1_0', 'Assay_Lists_1_0', 'Assay_Hash_1_0', 'Assay_IP_1_0']

const instead =
  'The reason was removed at an upgrade, because it may quote a file of the server. Run it again.'

/** Failures of earlier versions may quote whatever file an administrator had named, a key for example. */
export const redactedMessages: Migration = {
  name: '0016-redacted-messages',
  up: async (db) => {
    await sql`update jobs set error_message = ${instead}
      where status = 'Failure' and error_message is not null
        and worker_definition_id in (${sql.join(readers)})`.execute(db)
  },
}
