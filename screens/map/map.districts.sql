-- Areas of the districts that whoever asks may see, made of where their properties lie.
select a.district_code, d.name as district_name, a.properties::integer as property_count,
  (select count(*)::integer from component as c where c.district_code = a.district_code) as component_count, a.cells
from property_areas('district') as a
join district as d on d.code = a.district_code
