-- One line an upload, however many files lay in it. While it waits, its only file is the upload itself. Files that came
-- before imports were numbered stand alone.
with told as (
  select coalesce(f.job_id, -f.id) as upload_no, f.*, f.kind <> 'UPLOAD' as is_file,
    coalesce(nullif(split_part(f.archive, '!', 1), ''), f.name) as sent_as
  from import_file as f
), together as (
  select upload_no,
    case when count(distinct sent_as) = 1 then min(sent_as)
      else min(sent_as) || ' and ' || count(distinct sent_as) - 1 || ' more' end as upload,
    count(*) filter (where is_file)::integer as files,
    count(*) filter (where state = 'failed')::integer as failed_files,
    case when bool_or(state in ('queued', 'processing')) then 'processing'
      when bool_or(state = 'done') then 'done'
      else min(state) end as import_state,
    sum(read_count)::integer as read_count, sum(new_count)::integer as new_count,
    sum(changed_count)::integer as changed_count, sum(same_count)::integer as same_count,
    sum(conflict_count)::integer as conflict_count, sum(error_count)::integer as error_count,
    bool_and(kind in ('PSI', 'UPLOAD')) as sales_only,
    string_agg(distinct letters, ' and ') filter (where letters <> 'UTF-8') as letters,
    string_agg(distinct coalesce(case when kind = 'UPLOAD' then options ->> 'kind' else kind end, 'UPLOAD'), ', ') as kinds,
    coalesce(string_agg(problem, ' ') filter (where not is_file), case when count(*) = 1 then min(problem) end) as problem,
    min(uploaded_at) as uploaded_at, min(uploaded_by) as by_user
  from told
  group by upload_no
)
select t.upload_no, t.upload,
  case when t.files > 0 then to_char(t.read_count, 'FM999,999,990') || case when t.sales_only then ' sale' else ' line' end || case when t.read_count = 1 then ' in ' else 's in ' end
    || to_char(t.files, 'FM999,990') || case when t.files = 1 then ' file' else ' files' end || coalesce(', read as ' || t.letters, '') end as brought,
  t.files, t.kinds as upload_kind, t.failed_files, t.import_state, t.read_count, t.new_count, t.changed_count, t.same_count, t.conflict_count,
  t.error_count, t.problem, t.uploaded_at, u.full_name as uploaded_by
from together as t
left join app_user as u on u.id = t.by_user
