-- Linkings in bulk, as lists show them.

select r.*,
  d.name as district_name,
  u.full_name as made_name,
  w.full_name as undone_name,
  (select string_agg(distinct l.component_code, ', ' order by l.component_code) from link_run_line l where l.run_id = r.id) as components
from link_run r
left join district d on d.code = r.district_code
left join app_user u on u.id = r.created_by
left join app_user w on w.id = r.undone_by
