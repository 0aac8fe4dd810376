-- Components with the names of their district, zone and valuer, and how many properties they have.

select c.*,
  d.name as district_name,
  zone_name(c.zone_code) as zone_name,
  u.full_name as valuer_name,
  (select count(*)::integer from property p where p.district_code = c.district_code
    and p.component_code = c.code and p.synthetic = c.synthetic and p.status = 'A') as property_count
from component c
left join district d on d.code = c.district_code
left join app_user u on u.id = c.valuer_id
