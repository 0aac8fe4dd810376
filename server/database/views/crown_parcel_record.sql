-- CLE parcels with their region and property, as lists and records show them.

select p.*,
  d.name as district_name,
  zone_name(p.zone_code) as zone_name,
  (select min(r.region_id) from region_district r where r.district_code = p.district_code and not r.surrounding) as region_id,
  c.name as property_name,
  round(p.land_value::bigint / nullif(p.area, 0), 4) as land_rate
from crown_parcel p
left join district d on d.code = p.district_code
left join crown_property c on c.id = p.crown_property_id
