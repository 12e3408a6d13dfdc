-- The statements of one end, for many: all of them count, or none. Answers `id run` of each that did. Called by
-- `end_jobs_3`, and by processes that know no watches.
--
-- Answers in the order of their key: two processes that end jobs of the same values must not wait for each other.
create or replace function end_jobs_2(ends json, artifacts json, answers json, given_now bigint)
returns table (done text)
language plpgsql as $function$
#variable_conflict use_column
declare
  t bigint := coalesce(given_now, floor(extract(epoch from clock_timestamp()) * 1000)::bigint);
  finished text[];
begin
  with e as materialized (select * from json_to_recordset(ends) as e (id text, run bigint, organization text,
    status text, runner text, "errorMessage" text, input text, login text, body text, "notApplicable" text)),
  changed as (
    update jobs set status = e.status, runner = e.runner, error_message = e."errorMessage",
      not_applicable = e."notApplicable", input = e.input, end_date = t, updated_at = t, updated_by = e.login,
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
    insert into artifacts (id, job_id, organization, data_type, data, attachment_id, attachment_name,
      attachment_type, attachment_size, attachment_sha1, attachment_md5, tlp, tags, message, created_at,
      created_by, value_hash, kind)
    select a.id, a.job_id, a.organization, a.data_type, a.data, a.attachment_id, a.attachment_name,
      a.attachment_type, a.attachment_size, a.attachment_sha1, a.attachment_md5, a.tlp, a.tags, a.message,
      a.created_at, a.created_by, a.value_hash, a.kind
    from json_to_recordset(artifacts) as a (run bigint, id text, job_id text, organization text,
      data_type text, data text, attachment_id text, attachment_name text, attachment_type text,
      attachment_size bigint, attachment_sha1 text, attachment_md5 text, tlp bigint, tags text, message text,
      created_at bigint, created_by text, value_hash text, kind text)
    where a.job_id || ' ' || a.run = any (finished);
  end if;
  if json_array_length(answers) > 0 then
    insert into value_answers as a (organization, value_hash, worker_id, worker_name, data_type, text_hash,
      is_file, level, file_name, error, reasons, data, level_since, job_id, answered_at,
      failed_job_id, failed_at, first_at, changes, not_applicable)
    select distinct on (s.organization, s.value_hash, s.worker_id)
      s.organization, s.value_hash, s.worker_id, s.worker_name, s.data_type, s.text_hash, s.is_file, s.level,
        s.file_name, s.error, s.reasons, s.data,
      case when s.level is not null then t end, case when s.level is not null then s.id end,
      case when s.level is not null then t end, case when s.level is null then s.id end,
      case when s.level is null then t end, t,
      case when s.level is null then '' else t || ' ' || s.level || ' ' || s.id || ';' end, s.not_applicable
    from json_to_recordset(answers) as s (id text, run bigint, organization text, value_hash text,
      worker_id text, worker_name text, data_type text, text_hash text, is_file bigint, level bigint,
      file_name text, error text, reasons text, data text, not_applicable text)
    where s.id || ' ' || s.run = any (finished)
    order by s.organization, s.value_hash, s.worker_id, s.level desc nulls last
    on conflict (organization, value_hash, worker_id) do update set
      worker_name = excluded.worker_name, text_hash = excluded.text_hash,
      data = excluded.data, file_name = coalesce(excluded.file_name, a.file_name),
      level = coalesce(excluded.level, a.level),
      level_since = case when excluded.level is not null and a.level is distinct from excluded.level
        then excluded.level_since else a.level_since end,
      changes = case when excluded.level is not null and a.level is distinct from excluded.level
        then substr(excluded.changes || a.changes, 1, 1000) else a.changes end,
      reasons = case when excluded.level is not null then excluded.reasons else a.reasons end,
      job_id = coalesce(excluded.job_id, a.job_id),
      answered_at = coalesce(excluded.answered_at, a.answered_at),
      failed_job_id = coalesce(excluded.failed_job_id, a.failed_job_id),
      failed_at = coalesce(excluded.failed_at, a.failed_at),
      error = coalesce(excluded.error, a.error),
      not_applicable = case when excluded.failed_at is null then a.not_applicable
        else excluded.not_applicable end;
  end if;
  return query select unnest(finished);
end $function$;
