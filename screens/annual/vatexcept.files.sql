-- Files of exceptions that were uploaded, the latest first.
select f.id, f.name || ', ' || to_char(f.uploaded_at at time zone 'Australia/Sydney', 'FMDD-Mon-YYYY') as label, f.name, f.uploaded_at, f.lines,
  array_to_string(f.districts, ', ') as districts, u.full_name as uploaded_by
from vat_file as f
left join app_user as u on u.id = f.uploaded_by
order by f.id desc
