-- Areas of components within their districts.
select a.district_code || ' ' || a.code as area, a.district_code, a.code as component_code, c.zone_code, c.description,
  a.properties::integer as property_count, a.cells
from property_areas('component') as a
left join component as c on c.district_code = a.district_code and c.code = a.code
