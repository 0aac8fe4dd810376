select f.id, f.name, f.uploaded_at, u.full_name as uploaded_by, f.state,
       f.count_read, f.count_new, f.count_changed, f.count_same, f.count_conflict, f.count_error
from import_file f
left join app_user u on u.id = f.uploaded_by
order by f.uploaded_at desc
limit 20
