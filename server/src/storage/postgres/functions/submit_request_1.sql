-- One submission that its caller named: `submit_jobs_1`, and two more answers. `repeated`, with the job that the
-- name got the first time; `taken`, when that was for other content. The lock is taken before those of the rates,
-- and held until both the job and its name are stored.
create or replace function submit_request_1(
  own_organization text, own_key text, own_hash text, batch json, given_now bigint, lease_ms bigint)
returns table (place integer, answer text, at bigint, blocker bigint, job json, claimed boolean)
language plpgsql as $function$
#variable_conflict use_column
declare
  known record;
  told record;
begin
  perform pg_advisory_xact_lock(hashtextextended('request ' || own_organization || ' ' || own_key, 0));
  select r.job_id, r.content_hash into known from job_requests as r
    where r.organization = own_organization and r.request_key = own_key;
  if found and known.job_id <> (batch -> 0 ->> 'id') then
    return query select 0, case when known.content_hash = own_hash then 'repeated' else 'taken' end,
      j.created_at, null::bigint, row_to_json(j), false from jobs as j where j.id = known.job_id;
    return;
  end if;
  for told in select * from submit_jobs_1(batch, given_now, lease_ms) loop
    if told.answer in ('new', 'equal') then
      insert into job_requests (organization, request_key, job_id, content_hash)
        values (own_organization, own_key, coalesce(told.job ->> 'id', batch -> 0 ->> 'id'), own_hash)
        on conflict do nothing;
    end if;
    place := told.place;
    answer := told.answer;
    at := told.at;
    blocker := told.blocker;
    job := told.job;
    claimed := told.claimed;
    return next;
  end loop;
end $function$;
