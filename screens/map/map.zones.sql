-- Areas of zones within their districts.
select a.district_code || ' ' || a.code as area, a.district_code, a.code as zone_code, zone_name(a.code) as zone_name,
  a.properties::integer as property_count, a.cells
from property_areas('zone') as a
