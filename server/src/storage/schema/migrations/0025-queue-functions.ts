import { sql } from 'kysely'
import { planning } from '../../postgres/planning.ts'
import type { Migration } from '../migration.ts'

/**
 * Claims, ends and reads of many jobs as functions, whose plans PostgreSQL keeps: to read and plan these
 * statements took it longer than to run them. SQLite needs none of it.
 */
export const queueFunctions: Migration = {
  name: '0025-queue-functions',
  keepsOlder: true,
  up: async (db, dialect) => {
    if (dialect.name !== 'postgres') return
    await sql.raw(claimFunction).execute(db)
    await sql.raw(endFunction).execute(db)
    await sql.raw(readFunction).execute(db)
  },
}

const moment = `coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000)::bigint)`

const claimed = [
  'id text',
  'organization text',
  'type text',
  'worker_id text',
  'data_type text',
  'data text',
  'attachment_id text',
  'attachment_name text',
  'attachment_type text',
  'tlp bigint',
  'pap bigint',
  'message text',
  'parameters text',
  'priority bigint',
  'turn bigint',
  'attempts bigint',
  'run bigint',
  'created_by text',
]
const claimedNames = claimed.map((column) => `jobs.${column.split(' ')[0]}`).join(', ')
const inQueueOrder = 'priority desc, turn, created_at, id'

/**
 * Up to `wanted` waiting jobs whose needs have one of the parts; of any organization but `except`, where
 * one is named.
 *
 * The different needs that wait are found from one to the next along the index: fifty thousand jobs that
 * no node here can run are one step. Candidates are chosen without a lock. Others look at the same ones:
 * what they took of them is made up for from behind. The condition on the status is written so no index
 * of the queue fits where jobs are found by their ids.
 *
 * Those of other organizations are found through the organizations and not along the queue: the excluded
 * one may have a hundred thousand jobs, all before the wanted one.
 */
const claimFunction = `
create or replace function claim_jobs_1(parts text[], owner text, wanted bigint, except_of text,
  given_now bigint, lease_ms bigint)
returns table (${claimed.join(', ')})
language plpgsql ${planning} as $function$
#variable_conflict use_column
declare
  t bigint := ${moment};
  reach bigint := 3 * wanted;
  taken bigint;
  waiting text;
  accepted text[] := '{}';
  candidates text[];
begin
  select min(needs) into waiting from jobs where status = 'Waiting';
  while waiting is not null loop
    if exists (select 1 from unnest(parts) as part
      where strpos('|' || waiting || '|', part) > 0) then
      accepted := accepted || waiting;
    end if;
    select min(needs) into waiting from jobs where status = 'Waiting' and needs > waiting;
  end loop;
  if cardinality(accepted) = 0 then return; end if;
  loop
    if except_of is null then
      candidates := array(
        select first.id from unnest(accepted) as way cross join lateral (
          select id, priority, turn, created_at from jobs
          where status = 'Waiting' and jobs.needs = way
          order by ${inQueueOrder} limit reach) as first
        order by ${inQueueOrder} limit reach);
    else
      candidates := array(
        select first.id from organizations cross join unnest(accepted) as way cross join lateral (
          select id from jobs
          where status = 'Waiting' and jobs.organization = organizations.name and jobs.needs = way
          order by priority desc, turn limit 1) as first
        where organizations.name <> except_of);
    end if;
    return query
    with next as materialized (
      select id from jobs where id = any (candidates) and status || '' = 'Waiting'
      order by ${inQueueOrder} limit wanted for update skip locked)
    update jobs set status = 'InProgress', start_date = t, updated_at = t,
      attempts = attempts + 1, run = run + 1, locked_by = owner, locked_until = t + lease_ms
    from next where jobs.id = next.id returning ${claimedNames};
    get diagnostics taken = row_count;
    wanted := wanted - taken;
    exit when wanted <= 0 or except_of is not null or cardinality(candidates) < reach;
    reach := reach * 4;
  end loop;
end $function$`

const ended =
  'id text, run bigint, organization text, status text, runner text, "errorMessage" text, input text, login text, body text'

const attachment = [
  'attachment_id text',
  'attachment_name text',
  'attachment_type text',
  'attachment_size bigint',
  'attachment_sha1 text',
  'attachment_md5 text',
]

const artifact = [
  'id text',
  'job_id text',
  'organization text',
  'data_type text',
  'data text',
  ...attachment,
  'tlp bigint',
  'tags text',
  'message text',
  'created_at bigint',
  'created_by text',
]
const artifactNames = artifact.map((column) => column.split(' ')[0])

/** The statements of one end, for many: all of them count, or none. Answers `id run` of each that did. */
const endFunction = `
create or replace function end_jobs_1(ends json, artifacts json, given_now bigint)
returns table (done text)
language plpgsql ${planning} as $function$
#variable_conflict use_column
declare
  t bigint := ${moment};
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
  return query select unnest(finished);
end $function$`

const visible = [
  'id text',
  'organization text',
  'type text',
  'worker_id text',
  'worker_name text',
  'worker_definition_id text',
  'status text',
  'data_type text',
  'data text',
  ...attachment,
  'tlp bigint',
  'pap bigint',
  'message text',
  'parameters text',
  'label text',
  'error_message text',
  'input text',
  'runner text',
  'needs text',
  'start_date bigint',
  'end_date bigint',
  'created_at bigint',
  'created_by text',
  'updated_at bigint',
  'updated_by text',
]
const visibleNames = visible.map((column) => `jobs.${column.split(' ')[0]}`).join(', ')

/** Jobs with their reports, of those only that are no longer than `short_bytes`. */
const readFunction = `
create or replace function read_jobs_1(ids text[], short_bytes bigint)
returns table (${visible.join(', ')}, report_body text, report_bytes bigint)
language plpgsql stable ${planning} as $function$
#variable_conflict use_column
begin
  return query select ${visibleNames},
    case when octet_length(reports.body) <= short_bytes then reports.body end,
    octet_length(reports.body)::bigint
  from jobs left join reports on reports.job_id = jobs.id where jobs.id = any (ids);
end $function$`
