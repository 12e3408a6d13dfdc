-- Tells the watchers of a value what its verdict is now, if that is news to them. The rows are locked first: of
-- two analyzers that answer at once the second sees what the first said. A person's verdict has a level above 10,
-- so it is the highest: what counts is the last digit. That an analyzer says worse since is news once.
create or replace function tell_watchers_1(of_organization text, of_value text, by_worker text,
  by_job text, t bigint)
returns table (watch_id text, login text)
language plpgsql as $function$
#variable_conflict use_column
declare
  now_level bigint;
  worse_level bigint;
  decision record;
begin
  perform 1 from value_watches w
    where w.organization = of_organization and w.value_hash = of_value order by w.id for update;
  if not found then return; end if;
  select max(a.level) % 10 into now_level from value_answers a
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
  select d.id, d.level, d.at into decision from analyst_verdicts d
    where d.organization = of_organization and d.value_hash = of_value and d.ended_at is null
      and d.case_id is null and d.contradicted_at is null;
  if not found then return; end if;
  select max(a.level) into worse_level from value_answers a
    where a.organization = of_organization and a.value_hash = of_value and a.worker_id <> 'analyst'
      and a.level > decision.level and a.level_since > decision.at;
  if worse_level is null then return; end if;
  update analyst_verdicts d set contradicted_at = t where d.id = decision.id;
  insert into value_news (id, watch_id, kind, at, from_level, to_level, worker_name, job_id)
    select md5(w.id || random() || clock_timestamp()), w.id, 'contradicted', t, decision.level, worse_level,
      by_worker, by_job
    from value_watches w
    where w.organization = of_organization and w.value_hash = of_value;
  return query
    select w.id, w.login from value_watches w
    where w.organization = of_organization and w.value_hash = of_value;
end $function$;
