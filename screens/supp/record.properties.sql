select r.property_id, r.role, p.address, p.status, p.area, p.area_unit, p.zone_code, p.component_code,
       v.land_value
from supp_property r
join property p on p.id = r.property_id
left join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = (select lt_base_date())
where r.supp_id = :id::bigint
order by r.role desc, r.property_id
