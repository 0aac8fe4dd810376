select f.id, f.name, f.archive, coalesce(case when f.kind = 'UPLOAD' then f.options ->> 'kind' else f.kind end, f.kind) as import_kind, f.layout, f.letters, f.size, f.state as import_state, f.download_at, f.uploaded_at, u.full_name as uploaded_by,
       f.read_count, f.new_count, f.changed_count, f.same_count, f.conflict_count, f.error_count, f.skipped_count,
       f.new_count + f.changed_count + f.same_count + f.conflict_count as told_count,
       f.problem, f.finished_at, f.job_id
from import_file f
left join app_user u on u.id = f.uploaded_by
where (:state::text is null or f.state = :state::text)
  and (:upload::bigint is null or coalesce(f.job_id, -f.id) = :upload::bigint)
