-- Jobs with their reports, of those only that are no longer than `short_bytes`.
create or replace function read_jobs_2(ids text[], short_bytes bigint)
returns table (id text, organization text, type text, worker_id text, worker_name text,
  worker_definition_id text, status text, data_type text, data text, attachment_id text, attachment_name text,
  attachment_type text, attachment_size bigint, attachment_sha1 text, attachment_md5 text, tlp bigint,
  pap bigint, message text, parameters text, label text, error_message text, not_applicable text, input text, runner text,
  needs text, start_date bigint, end_date bigint, created_at bigint, created_by text, updated_at bigint,
  updated_by text, report_body text, report_bytes bigint)
language plpgsql stable as $function$
#variable_conflict use_column
begin
  return query select jobs.id, jobs.organization, jobs.type, jobs.worker_id, jobs.worker_name,
    jobs.worker_definition_id, jobs.status, jobs.data_type, jobs.data, jobs.attachment_id,
    jobs.attachment_name, jobs.attachment_type, jobs.attachment_size, jobs.attachment_sha1,
    jobs.attachment_md5, jobs.tlp, jobs.pap, jobs.message, jobs.parameters, jobs.label, jobs.error_message,
    jobs.not_applicable, jobs.input, jobs.runner, jobs.needs, jobs.start_date, jobs.end_date, jobs.created_at, jobs.created_by,
    jobs.updated_at, jobs.updated_by,
    case when octet_length(reports.body) <= short_bytes then reports.body end,
    octet_length(reports.body)::bigint
  from jobs left join reports on reports.job_id = jobs.id where jobs.id = any (ids);
end $function$;
