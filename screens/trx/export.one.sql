-- One export.
select e.id, e.type as export_type, array_to_string(e.districts, ', ') as export_districts, e.base_date, e.state as export_state,
  e.items as item_count, e.kept_out, e.error_count, e.warn_count, e.filename, e.size_bytes, e.line_count, e.sha256 as hash,
  e.problem, e.created_at as asked_at, u.full_name as asked_by, e.ended_at, c.full_name as cancelled_by
from export_job e
left join app_user u on u.id = e.created_by
left join app_user c on c.id = e.ended_by
where e.id = :export::bigint
