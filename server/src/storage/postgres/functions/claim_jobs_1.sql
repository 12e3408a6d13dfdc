-- Up to `wanted` waiting jobs whose needs have one of the parts; of any organization but `except_of`, where one
-- is named.
--
-- Most often the head of the line may run here, and nothing behind it is looked at. Held jobs (see
-- domain/budgets) are at its end: however many there are, they cost a claim nothing.
--
-- Otherwise the different needs that wait are found from one to the next along the index: fifty thousand jobs that no node
-- here can run are one step. Candidates are chosen without a lock. Others look at the same ones: what they took of
-- them is made up for from behind. The condition on the status is written so that no index of the queue fits where
-- jobs are found by their ids.
--
-- Those of other organizations are found through the organizations and not along the queue: the jobs of the one
-- that is left out may be a hundred thousand, and all of them stand before the one that is looked for.
create or replace function claim_jobs_1(parts text[], owner text, wanted bigint, except_of text,
  given_now bigint, lease_ms bigint)
returns table (id text, organization text, type text, worker_id text, data_type text, data text,
  attachment_id text, attachment_name text, attachment_type text, tlp bigint, pap bigint, message text,
  parameters text, priority bigint, turn bigint, attempts bigint, run bigint, created_by text)
language plpgsql as $function$
#variable_conflict use_column
declare
  t bigint := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  reach bigint := 3 * wanted;
  taken bigint;
  waiting text;
  accepted text[];
  candidates text[];
  is_headed boolean := except_of is null;
begin
  loop
    if is_headed then
      select coalesce(array_agg(head.id), '{}'), coalesce(bool_and(exists (select 1 from unnest(parts) as part
          where strpos('|' || head.needs || '|', part) > 0)), true)
        into candidates, is_headed
      from (select id, needs from jobs where status = 'Waiting'
        order by priority desc, turn, created_at, id limit wanted) as head
      where head.needs <> 'held';
    end if;
    if not is_headed and accepted is null then
      accepted := '{}';
      select min(needs) into waiting from jobs where status = 'Waiting';
      while waiting is not null loop
        if exists (select 1 from unnest(parts) as part
          where strpos('|' || waiting || '|', part) > 0) then
          accepted := accepted || waiting;
        end if;
        select min(needs) into waiting from jobs where status = 'Waiting' and needs > waiting;
      end loop;
      if cardinality(accepted) = 0 then return; end if;
    end if;
    if is_headed then
      if cardinality(candidates) = 0 then return; end if;
    elsif except_of is null then
      candidates := array(
        select first.id from unnest(accepted) as way cross join lateral (
          select id, priority, turn, created_at from jobs
          where status = 'Waiting' and jobs.needs = way
          order by priority desc, turn, created_at, id limit reach) as first
        order by priority desc, turn, created_at, id limit reach);
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
      order by priority desc, turn, created_at, id limit wanted for update skip locked)
    update jobs set status = 'InProgress', start_date = t, updated_at = t,
      attempts = attempts + 1, run = run + 1, locked_by = owner, locked_until = t + lease_ms
    from next where jobs.id = next.id returning jobs.id, jobs.organization, jobs.type, jobs.worker_id,
      jobs.data_type, jobs.data, jobs.attachment_id, jobs.attachment_name, jobs.attachment_type, jobs.tlp,
      jobs.pap, jobs.message, jobs.parameters, jobs.priority, jobs.turn, jobs.attempts, jobs.run,
      jobs.created_by;
    get diagnostics taken = row_count;
    if is_headed then
      exit when cardinality(candidates) < wanted;
    else
      exit when except_of is not null or cardinality(candidates) < reach;
      reach := reach * 4;
    end if;
    wanted := wanted - taken;
    exit when wanted <= 0;
    -- Others took some of them.
    is_headed := false;
  end loop;
end $function$;
