import { sql } from 'kysely'
import type { Migration } from '../migration.ts'

export const engine: Migration = {
  name: '0004-engine',
  up: async (db, dialect) => {
    const { schema } = db
    const { text, integer } = dialect
    await dialect
      .tableOptions(schema.createTable('workers'))
      .addColumn('id', text, (column) => column.notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('definition_id', text, (column) => column.notNull())
      .addColumn('definition_name', text, (column) => column.notNull())
      .addColumn('version', text, (column) => column.notNull())
      .addColumn('description', text, (column) => column.notNull())
      .addColumn('author', text, (column) => column.notNull())
      .addColumn('url', text, (column) => column.notNull())
      .addColumn('license', text, (column) => column.notNull())
      .addColumn('base_config', text, (column) => column.notNull())
      .addColumn('data_type_list', text, (column) => column.notNull())
      .addColumn('command', text)
      .addColumn('working_folder', text)
      .addColumn('docker_image', text)
      .addColumn('builtin', text)
      .addColumn('definition_config', text, (column) => column.notNull())
      .addColumn('configuration_sealed', text, (column) => column.notNull())
      .addColumn('configuration_hash', text, (column) => column.notNull())
      .addColumn('max_tlp', integer)
      .addColumn('max_pap', integer)
      .addColumn('rate', integer)
      .addColumn('rate_unit', text)
      .addColumn('job_cache', integer)
      .addColumn('job_timeout', integer)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      // Organization `a` with worker `b_c` and `a_b` with `c` have the same id.
      .addPrimaryKeyConstraint('workers_key', ['organization', 'id'])
      .execute()
    await schema
      .createIndex('workers_of_organization')
      .on('workers')
      .columns(['organization', 'type', 'name'])
      .execute()
    await dialect
      .tableOptions(schema.createTable('worker_configs'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('name', text, (column) => column.notNull())
      .addColumn('config_sealed', text, (column) => column.notNull())
      .addColumn('updated_at', integer, (column) => column.notNull())
      .addColumn('updated_by', text, (column) => column.notNull())
      .addPrimaryKeyConstraint('worker_configs_key', ['organization', 'type', 'name'])
      .execute()
    await dialect
      .tableOptions(schema.createTable('jobs'))
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('type', text, (column) => column.notNull())
      .addColumn('worker_id', text, (column) => column.notNull())
      .addColumn('worker_name', text, (column) => column.notNull())
      .addColumn('worker_definition_id', text, (column) => column.notNull())
      .addColumn('status', text, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('data', text)
      .addColumn('data_hash', text)
      .addColumn('attachment_id', text)
      .addColumn('attachment_name', text)
      .addColumn('attachment_type', text)
      .addColumn('attachment_size', integer)
      .addColumn('attachment_sha1', text)
      .addColumn('attachment_md5', text)
      .addColumn('tlp', integer, (column) => column.notNull())
      .addColumn('pap', integer, (column) => column.notNull())
      .addColumn('message', text, (column) => column.notNull())
      .addColumn('parameters', text, (column) => column.notNull())
      .addColumn('label', text)
      .addColumn('cache_key', text, (column) => column.notNull())
      .addColumn('error_message', text)
      .addColumn('input', text)
      .addColumn('runner', text)
      .addColumn('priority', integer, (column) => column.notNull())
      .addColumn('turn', integer, (column) => column.notNull())
      .addColumn('attempts', integer, (column) => column.notNull())
      .addColumn('locked_by', text)
      .addColumn('locked_until', integer)
      .addColumn('start_date', integer)
      .addColumn('end_date', integer)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .addColumn('updated_at', integer)
      .addColumn('updated_by', text)
      .execute()
    // The page of every list, newest first.
    await schema
      .createIndex('jobs_of_organization')
      .on('jobs')
      .columns(['organization', 'created_at', 'id'])
      .execute()
    await schema
      .createIndex('jobs_by_data')
      .on('jobs')
      .columns(['organization', 'data_hash'])
      .execute()
    await schema
      .createIndex('jobs_by_attachment')
      .on('jobs')
      .columns(['organization', 'attachment_id'])
      .execute()
    // Rate limit: how many jobs of this worker since a moment.
    await schema
      .createIndex('jobs_of_worker')
      .on('jobs')
      .columns(['worker_id', 'created_at'])
      .execute()
    await schema
      .createIndex('jobs_by_cache_key')
      .on('jobs')
      .columns(['cache_key', 'created_at'])
      .execute()
    // Partial: the queue stays small however many jobs have ended.
    await sql`create index jobs_waiting on jobs (priority desc, turn, created_at, id)
      where status = 'Waiting'`.execute(db)
    await sql`create index jobs_waiting_of_organization on jobs (organization, priority, turn)
      where status = 'Waiting'`.execute(db)
    await sql`create index jobs_running on jobs (locked_until) where status = 'InProgress'`.execute(
      db,
    )
    await dialect
      .tableOptions(schema.createTable('reports'))
      .addColumn('job_id', text, (column) =>
        column.primaryKey().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('body', text, (column) => column.notNull())
      .execute()
    await dialect
      .tableOptions(schema.createTable('artifacts'))
      .addColumn('id', text, (column) => column.primaryKey())
      .addColumn('job_id', text, (column) =>
        column.notNull().references('jobs.id').onDelete('cascade'),
      )
      .addColumn('organization', text, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('data', text)
      .addColumn('attachment_id', text)
      .addColumn('attachment_name', text)
      .addColumn('attachment_type', text)
      .addColumn('attachment_size', integer)
      .addColumn('attachment_sha1', text)
      .addColumn('attachment_md5', text)
      .addColumn('tlp', integer, (column) => column.notNull())
      .addColumn('tags', text, (column) => column.notNull())
      .addColumn('message', text)
      .addColumn('created_at', integer, (column) => column.notNull())
      .addColumn('created_by', text, (column) => column.notNull())
      .execute()
    await schema.createIndex('artifacts_of_job').on('artifacts').column('job_id').execute()
    await schema
      .createIndex('artifacts_by_attachment')
      .on('artifacts')
      .columns(['organization', 'attachment_id'])
      .execute()
  },
}
