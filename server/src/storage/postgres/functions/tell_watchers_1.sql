-- Tells the watchers of a value what its verdict is now, if that is news to them. The rows are locked first: of
-- two analyzers that answer at once the second sees what the first said.
create or replace function tell_watchers_1(of_organization text, of_value text, by_worker text,
  by_job text, t bigint)
returns table (watch_id text, login text)
language plpgsql as $function$
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
end $function$;
