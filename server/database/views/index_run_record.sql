-- Applications of an index to Crown land, with the region and who made them.

select r.*,
  (select min(d.region_id) from region_district d where d.district_code = r.district_code and not d.surrounding) as region_id,
  a.full_name as applied_name,
  u.full_name as undone_name
from index_run r
left join app_user a on a.id = r.created_by
left join app_user u on u.id = r.undone_by
