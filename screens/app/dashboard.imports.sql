select f.id, f.name, f.uploaded_at, u.full_name as uploaded_by, f.state as import_state,
       f.read_count, f.new_count, f.changed_count, f.same_count, f.conflict_count, f.error_count
from import_file f
left join app_user u on u.id = f.uploaded_by
order by f.uploaded_at desc
limit 20
