-- As `end_jobs_2`; what watchers were told comes in rows without `done`.
create or replace function end_jobs_3(ends json, artifacts json, answers json, given_now bigint)
returns table (done text, organization text, watch_id text, login text)
language plpgsql as $function$
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
end $function$;
