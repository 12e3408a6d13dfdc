import { sql } from 'kysely'
import { planning } from '../../postgres/planning.ts'
import type { Migration } from '../migration.ts'

/**
 * What each analyzer said last about each value, so a verdict is read without reading reports; and where
 * an artifact is found by its value.
 */
export const valueAnswers: Migration = {
  name: '0037-value-answers',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { text, integer } = dialect
    await dialect
      .tableOptions(schema.createTable('value_answers'))
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name'),
      )
      .addColumn('value_hash', text, (column) => column.notNull())
      .addColumn('worker_id', text, (column) => column.notNull())
      .addColumn('worker_name', text, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('text_hash', text, (column) => column.notNull())
      .addColumn('is_file', integer, (column) => column.notNull())
      .addColumn('level', integer)
      .addColumn('level_since', integer)
      .addColumn('job_id', text)
      .addColumn('answered_at', integer)
      .addColumn('failed_job_id', text)
      .addColumn('failed_at', integer)
      .addColumn('first_at', integer, (column) => column.notNull())
      .addColumn('file_name', text)
      .addColumn('error', text)
      .addColumn('changes', text, (column) => column.notNull())
      .addColumn('reasons', text, (column) => column.notNull())
      .addColumn('data', text)
      .addPrimaryKeyConstraint('value_answers_key', ['organization', 'value_hash', 'worker_id'])
      .execute()
    await schema
      .createIndex('value_answers_by_level')
      .on('value_answers')
      .columns(['organization', 'level', 'level_since'])
      .execute()
    await schema.alterTable('artifacts').addColumn('value_hash', text).execute()
    await schema.alterTable('artifacts').addColumn('kind', text).execute()
    await sql`create index artifacts_by_value on artifacts (organization, value_hash, job_id)
      where value_hash is not null`.execute(db)
    if (dialect.name === 'postgres') await sql.raw(endFunction).execute(db)
  },
}

const ended =
  'id text, run bigint, organization text, status text, runner text, "errorMessage" text, input text, login text, body text'

const artifact = [
  'id text',
  'job_id text',
  'organization text',
  'data_type text',
  'data text',
  'attachment_id text',
  'attachment_name text',
  'attachment_type text',
  'attachment_size bigint',
  'attachment_sha1 text',
  'attachment_md5 text',
  'tlp bigint',
  'tags text',
  'message text',
  'created_at bigint',
  'created_by text',
  'value_hash text',
  'kind text',
]
const artifactNames = artifact.map((column) => column.split(' ')[0])

const answer = [
  'organization text',
  'value_hash text',
  'worker_id text',
  'worker_name text',
  'data_type text',
  'text_hash text',
  'is_file bigint',
  'level bigint',
  'file_name text',
  'error text',
  'reasons text',
  'data text',
]
const answerNames = answer.map((column) => column.split(' ')[0])
const isAnswer = 'excluded.level is not null'
const isOther = 'excluded.level is not null and a.level is distinct from excluded.level'

/**
 * As `end_jobs_1`, and what the jobs said about their values. In the order of the key: two processes
 * that end jobs of the same values must not wait for each other.
 */
const endFunction = `
create or replace function end_jobs_2(ends json, artifacts json, answers json, given_now bigint)
returns table (done text)
language plpgsql ${planning} as $function$
#variable_conflict use_column
declare
  t bigint := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  finished text[];
begin
  with e as materialized (select * from json_to_recordset(ends) as e (${ended})),
  changed as (
    update jobs set status = e.status, runner = e.runner, error_message = e."errorMessage",
      input = e.input, end_date = t, updated_at = t, updated_by = e.login,
      locked_by = null, locked_until = null
    from e
    where jobs.id = any (array(select e.id from e)) and jobs.id = e.id and jobs.run = e.run
      and jobs.status || '' = 'InProgress'
    returning jobs.id, jobs.run),
  stored as (
    insert into reports (job_id, organization, body)
    select e.id, e.organization, e.body
    from e join changed on changed.id = e.id and changed.run = e.run
    where e.body is not null)
  select array_agg(changed.id || ' ' || changed.run) into finished from changed;
  if json_array_length(artifacts) > 0 then
    insert into artifacts (${artifactNames.join(', ')})
    select ${artifactNames.map((name) => `a.${name}`).join(', ')}
    from json_to_recordset(artifacts) as a (run bigint, ${artifact.join(', ')})
    where a.job_id || ' ' || a.run = any (finished);
  end if;
  if json_array_length(answers) > 0 then
    insert into value_answers as a (${answerNames.join(', ')}, level_since, job_id, answered_at,
      failed_job_id, failed_at, first_at, changes)
    select distinct on (s.organization, s.value_hash, s.worker_id)
      ${answerNames.map((name) => `s.${name}`).join(', ')},
      case when s.level is not null then t end, case when s.level is not null then s.id end,
      case when s.level is not null then t end, case when s.level is null then s.id end,
      case when s.level is null then t end, t,
      case when s.level is null then '' else t || ' ' || s.level || ' ' || s.id || ';' end
    from json_to_recordset(answers) as s (id text, run bigint, ${answer.join(', ')})
    where s.id || ' ' || s.run = any (finished)
    order by s.organization, s.value_hash, s.worker_id, s.level desc nulls last
    on conflict (organization, value_hash, worker_id) do update set
      worker_name = excluded.worker_name, text_hash = excluded.text_hash,
      data = excluded.data, file_name = coalesce(excluded.file_name, a.file_name),
      level = coalesce(excluded.level, a.level),
      level_since = case when ${isOther} then excluded.level_since else a.level_since end,
      changes = case when ${isOther} then substr(excluded.changes || a.changes, 1, 1000)
        else a.changes end,
      reasons = case when ${isAnswer} then excluded.reasons else a.reasons end,
      job_id = coalesce(excluded.job_id, a.job_id),
      answered_at = coalesce(excluded.answered_at, a.answered_at),
      failed_job_id = coalesce(excluded.failed_job_id, a.failed_job_id),
      failed_at = coalesce(excluded.failed_at, a.failed_at),
      error = coalesce(excluded.error, a.error);
  end if;
  return query select unnest(finished);
end $function$`
