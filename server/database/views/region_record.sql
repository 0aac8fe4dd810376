-- Contract regions with their districts and users in words.

select r.*,
  (select count(*)::integer from region_district d where d.region_id = r.id and not d.surrounding) as district_count,
  (select string_agg(d.district_code, ', ' order by d.district_code) from region_district d
    where d.region_id = r.id and not d.surrounding) as district_codes,
  (select string_agg(d.district_code, ', ' order by d.district_code) from region_district d
    where d.region_id = r.id and d.surrounding) as surrounding_codes,
  (select count(*)::integer from user_region u where u.region_id = r.id) as user_count
from contract_region r
