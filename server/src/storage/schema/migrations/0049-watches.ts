import { sql } from 'kysely'
import { planning } from '../../postgres/planning.ts'
import type { Migration } from '../migration.ts'

/** Values that people watch, and what they are told of them. */
export const watches: Migration = {
  name: '0049-watches',
  keepsOlder: true,
  up: async (db, dialect) => {
    const { schema } = db
    const { integer, tableOptions, text } = dialect
    await tableOptions(schema.createTable('value_watches'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('organization', text, (column) =>
        column.notNull().references('organizations.name').onDelete('cascade'),
      )
      .addColumn('login', text, (column) =>
        column.notNull().references('users.login').onDelete('cascade'),
      )
      .addColumn('value_hash', text, (column) => column.notNull())
      .addColumn('data_type', text, (column) => column.notNull())
      .addColumn('is_file', integer, (column) => column.notNull())
      .addColumn('data', text, (column) => column.notNull())
      .addColumn('file_name', text)
      .addColumn('level', integer)
      .addColumn('every', text)
      .addColumn('next_at', integer)
      .addColumn('created_at', integer, (column) => column.notNull())
      .execute()
    // The end of every job asks for the watchers of its value.
    await schema
      .createIndex('value_watches_by_value')
      .unique()
      .on('value_watches')
      .columns(['organization', 'value_hash', 'login'])
      .execute()
    await schema
      .createIndex('value_watches_of_user')
      .on('value_watches')
      .columns(['login', 'organization', 'created_at'])
      .execute()
    await sql`create index value_watches_due on value_watches (next_at)
      where next_at is not null`.execute(db)

    await tableOptions(schema.createTable('value_news'))
      .addColumn('id', text, (column) => column.primaryKey().notNull())
      .addColumn('watch_id', text, (column) =>
        column.notNull().references('value_watches.id').onDelete('cascade'),
      )
      .addColumn('kind', text, (column) => column.notNull())
      .addColumn('at', integer, (column) => column.notNull())
      .addColumn('from_level', integer)
      .addColumn('to_level', integer)
      .addColumn('worker_name', text)
      .addColumn('job_id', text)
      .addColumn('case_id', text, (column) => column.references('cases.id').onDelete('cascade'))
      .addColumn('alert_id', text, (column) => column.references('alerts.id').onDelete('cascade'))
      .addColumn('read_at', integer)
      .execute()
    await schema
      .createIndex('value_news_of_watch')
      .on('value_news')
      .columns(['watch_id', 'at'])
      .execute()
    // One unread change of the verdict at a time: from what was known to what is true now.
    await sql`create unique index value_news_verdict on value_news (watch_id)
      where kind = 'verdict' and read_at is null`.execute(db)
    await sql`create unique index value_news_case on value_news (case_id, watch_id)
      where case_id is not null`.execute(db)
    await sql`create unique index value_news_alert on value_news (alert_id, watch_id)
      where alert_id is not null`.execute(db)
    if (dialect.name !== 'postgres') return
    await sql.raw(tellFunction).execute(db)
    await sql.raw(endFunction).execute(db)
  },
}

/**
 * Tells the watchers of a value what its verdict is now, if that is news to them. The rows are locked
 * first: of two analyzers that answer at once the second sees what the first said.
 */
const tellFunction = `
create or replace function tell_watchers_1(of_organization text, of_value text, by_worker text,
  by_job text, t bigint)
returns table (watch_id text, login text)
language plpgsql ${planning} as $function$
#variable_conflict use_column
declare
  now_level bigint;
begin
  perform 1 from value_watches w
    where w.organization = of_organization and w.value_hash = of_value order by w.id for update;
  if not found then return; end if;
  select max(a.level) into now_level from value_answers a
    where a.organization = of_organization and a.value_hash = of_value;
  insert into value_news (id, watch_id, kind, at, from_level, to_level, worker_name, job_id)
    select md5(w.id || random() || clock_timestamp()), w.id, 'verdict', t, w.level, now_level,
      by_worker, by_job
    from value_watches w
    where w.organization = of_organization and w.value_hash = of_value
      and w.level is distinct from now_level
    on conflict (watch_id) where kind = 'verdict' and read_at is null do update set
      at = excluded.at, to_level = excluded.to_level, worker_name = excluded.worker_name,
      job_id = excluded.job_id;
  return query
    update value_watches w set level = now_level
    where w.organization = of_organization and w.value_hash = of_value
      and w.level is distinct from now_level
    returning w.id, w.login;
  delete from value_news n using value_watches w
    where w.organization = of_organization and w.value_hash = of_value and n.watch_id = w.id
      and n.kind = 'verdict' and n.read_at is null
      and n.from_level is not distinct from n.to_level;
end $function$`

/** As `end_jobs_2`; what watchers were told comes in rows without `done`. */
const endFunction = `
create or replace function end_jobs_3(ends json, artifacts json, answers json, given_now bigint)
returns table (done text, organization text, watch_id text, login text)
language plpgsql ${planning} as $function$
#variable_conflict use_column
declare
  t bigint := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  finished text[];
  answer record;
begin
  select array_agg(e.done) into finished from end_jobs_2(ends, artifacts, answers, t) e;
  -- In one order everywhere: see the order of the answers themselves.
  for answer in
    select s.organization as of_organization, s.value_hash, s.worker_name, s.id
    from json_to_recordset(answers)
      as s (id text, run bigint, organization text, value_hash text, worker_name text, level bigint)
    where s.level is not null and s.id || ' ' || s.run = any (finished)
      and exists (select 1 from value_watches w
        where w.organization = s.organization and w.value_hash = s.value_hash)
    order by s.organization, s.value_hash
  loop
    return query select null::text, answer.of_organization, told.watch_id, told.login
      from tell_watchers_1(answer.of_organization, answer.value_hash, answer.worker_name,
        answer.id, t) told;
  end loop;
  return query select f, null::text, null::text, null::text from unnest(finished) f;
end $function$`
