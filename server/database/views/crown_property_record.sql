-- CLE properties with region, latest value and parcels, as lists and records show them.

select p.*,
  d.name as district_name,
  zone_name(p.zone_code) as zone_name,
  (select min(r.region_id) from region_district r where r.district_code = p.district_code and not r.surrounding) as region_id,
  v.base_date,
  v.land_value,
  v.method as value_method,
  round(100.0 * (v.land_value::bigint - b.land_value::bigint) / nullif(b.land_value::bigint, 0), 2) as change_pct,
  n.parcels as parcel_count,
  n.area as parcel_area
from crown_property p
left join district d on d.code = p.district_code
left join lateral (select * from crown_value o where o.crown_property_id = p.id order by o.base_date desc limit 1) v on true
left join lateral (select * from crown_value o where o.crown_property_id = p.id order by o.base_date desc limit 1 offset 1) b
  on true
left join lateral (select count(*)::integer as parcels, sum(o.area) as area from crown_parcel o
  where o.crown_property_id = p.id) n on true
