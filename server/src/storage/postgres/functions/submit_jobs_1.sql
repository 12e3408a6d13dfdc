-- Many submissions in one call; docs/decisions/0007-queue.md says why each rule is as it is.
--
-- A function and not one statement: a statement sees what was there before it waited for the locks, and would
-- count too few jobs against a rate. Locks and keys are taken in one order everywhere, so that two calls cannot
-- wait for each other.
--
-- Answers for each member: `new`; `equal`, with the job; `rate`, with the moment of the job that must leave the
-- window first; `free`, of one that only looks; `again`, when another process's equal job got in between, which
-- the next call sees. A new one is claimed at once for `claim_for`, if no job waits; those that are held for a
-- budget (their needs are `held`) may not start, so they do not count.
--
-- A job is found by its id alone: with a condition on its status, PostgreSQL would rather walk the index of running
-- jobs, where each job that ran since the last vacuum still stands.
create or replace function submit_jobs_1(batch json, given_now bigint, lease_ms bigint)
returns table (place integer, answer text, at bigint, blocker bigint, job json, claimed boolean)
language plpgsql as $function$
#variable_conflict use_column
declare
  t bigint;
  lock_key bigint;
begin
  for lock_key in
    select distinct hashtextextended(m.organization || ' ' || m.worker_id, 0) as key
    from json_to_recordset(batch) as m (organization text, worker_id text, rate bigint, look boolean)
    where m.rate is not null and not m.look order by key
  loop
    perform pg_advisory_xact_lock(lock_key);
  end loop;
  t := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  return query
  with m as materialized (
    select * from json_to_recordset(batch) as m (place integer, look boolean, fresh_ms bigint,
      rate bigint, rate_ms bigint, claim_for text, id text, organization text, type text, worker_id text,
        worker_name text, worker_definition_id text, status text, data_type text, data text, data_hash text,
        attachment_id text, attachment_name text, attachment_type text, attachment_size bigint,
        attachment_sha1 text, attachment_md5 text, tlp bigint, pap bigint, message text, parameters text,
        label text, cache_key text, merge_key text, needs text, error_message text, priority bigint,
        created_by text, asked_by text, asked_kind text, cause text)),
  looked as materialized (
    select m.place,
      (select own.created_at from jobs as own where own.id = m.id) as own_at,
      coalesce((select own.status = 'InProgress' and own.locked_by = m.claim_for and own.run = 1
        from jobs as own where own.id = m.id), false) as is_claimed,
      case when m.merge_key is not null then coalesce(
        (select j.id from jobs as j
          where j.cache_key = m.cache_key and j.organization = m.organization
            and j.created_at >= t - m.fresh_ms
            and j.status in ('Waiting', 'InProgress', 'Success')
          order by j.created_at desc limit 1),
        (select j.id from jobs as j
          where j.organization = m.organization and j.merge_key = m.merge_key
            and j.status in ('Waiting', 'InProgress')))
      end as equal_id
    from m),
  first as (
    select m.*, row_number() over (
      partition by m.organization, coalesce(m.merge_key, m.id), m.look order by m.place) as nth
    from m join looked on looked.place = m.place
    where looked.own_at is null and looked.equal_id is null),
  used as materialized (
    select w.*, (select count(*) from (
      select 1 from jobs as j where j.organization = w.organization and j.worker_id = w.worker_id
        and j.created_at > t - w.rate_ms limit w.rate) as counted) as jobs
    from (select distinct organization, worker_id, rate, rate_ms from first
      where rate is not null) as w),
  numbered as (
    select first.*, used.jobs as used_jobs, row_number() over (
      partition by first.organization, first.worker_id, first.look order by first.place) as n
    from first left join used on used.organization = first.organization
      and used.worker_id = first.worker_id and used.rate = first.rate
      and used.rate_ms = first.rate_ms
    where first.nth = 1),
  judged as materialized (
    select numbered.*, rate is not null and used_jobs + n > rate as is_over from numbered),
  chosen as materialized (
    select judged.*, row_number() over (
      partition by organization, priority order by place) - 1 as nth_turn,
      claim_for is not null
        and not exists (select 1 from jobs as j where j.status = 'Waiting' and j.needs < 'held')
        and not exists (select 1 from jobs as j where j.status = 'Waiting' and j.needs > 'held')
        as is_begun
    from judged where not is_over and not look),
  turns as materialized (
    select line.*, coalesce(
      (select j.turn + 1 from jobs as j where j.status = 'Waiting'
        and j.organization = line.organization and j.priority = line.priority
        order by j.turn desc limit 1),
      (select j.turn from jobs as j where j.status = 'Waiting' and j.priority = line.priority
        order by j.turn limit 1),
      0) as turn
    from (select distinct organization, priority from chosen) as line),
  inserted as (
    insert into jobs (id, organization, type, worker_id, worker_name, worker_definition_id, status, data_type,
      data, data_hash, attachment_id, attachment_name, attachment_type, attachment_size, attachment_sha1,
      attachment_md5, tlp, pap, message, parameters, label, cache_key, merge_key, needs, error_message,
      priority, created_by, asked_by, asked_kind, cause, turn, attempts, run, created_at,
      start_date, end_date, updated_at, updated_by, locked_by, locked_until)
    select c.id, c.organization, c.type, c.worker_id, c.worker_name, c.worker_definition_id,
      case when c.is_begun then 'InProgress' else c.status end, c.data_type, c.data, c.data_hash,
      c.attachment_id, c.attachment_name, c.attachment_type, c.attachment_size, c.attachment_sha1,
      c.attachment_md5, c.tlp, c.pap, c.message, c.parameters, c.label, c.cache_key, c.merge_key, c.needs,
      c.error_message, c.priority, c.created_by, c.asked_by, c.asked_kind, c.cause,
      turns.turn + c.nth_turn, c.is_begun::integer, c.is_begun::integer, t,
      case when c.is_begun or c.status = 'Failure' then t end,
      case when c.status = 'Failure' then t end,
      case when c.is_begun or c.status = 'Failure' then t end,
      case when c.status = 'Failure' then c.created_by end,
      case when c.is_begun then c.claim_for end, case when c.is_begun then t + lease_ms end
    from chosen as c
    join turns on turns.organization = c.organization and turns.priority = c.priority
    order by c.organization, c.merge_key, c.id
    on conflict do nothing returning id, status)
  select m.place,
    case
      when looked.own_at is not null or inserted.id is not null then 'new'
      when looked.equal_id is not null then 'equal'
      when judged.is_over then 'rate'
      when judged.look then 'free'
      else 'again'
    end,
    coalesce(looked.own_at, t),
    case when judged.is_over and judged.rate > 0 then coalesce(
      (select j.created_at from jobs as j
        where j.organization = judged.organization and j.worker_id = judged.worker_id
          and j.created_at > t - judged.rate_ms
        order by j.created_at desc
        offset greatest(judged.rate - 1 - (select count(*) from chosen as c
          where c.organization = judged.organization and c.worker_id = judged.worker_id), 0)
        limit 1), t) end,
    case when looked.own_at is null then
      (select row_to_json(j) from jobs as j where j.id = looked.equal_id) end,
    looked.is_claimed or coalesce(inserted.status = 'InProgress', false)
  from m
  join looked on looked.place = m.place
  left join judged on judged.place = m.place
  left join inserted on inserted.id = m.id;
end $function$;
