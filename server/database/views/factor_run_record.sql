-- Runs of factors, as lists show them.

select r.*,
  k.description as component_description,
  u.full_name as applied_name,
  w.full_name as undone_name
from factor_run r
left join component k on k.district_code = r.district_code and k.code = r.component_code and k.synthetic = r.synthetic
left join app_user u on u.id = r.created_by
left join app_user w on w.id = r.undone_by
