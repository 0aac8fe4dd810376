-- Crown files, the newest first.
select f.id, f.name, f.archive, f.kind as import_kind, f.state as import_state, f.uploaded_at, u.full_name as uploaded_by,
       f.read_count, f.new_count, f.changed_count, f.same_count, f.conflict_count, f.problem
from import_file f
left join app_user u on u.id = f.uploaded_by
where coalesce(case when f.kind = 'UPLOAD' then f.options ->> 'kind' else f.kind end, f.kind) in ('tenures', 'crown_parcels', 'lamc')
  and (f.kind <> 'UPLOAD' or f.state in ('queued', 'processing', 'failed'))
