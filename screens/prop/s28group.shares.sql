select s.id, s.property_id, p.address, s.weight, s.share, s.value, v.land_value::bigint as land_value
from s28_share s
join property p on p.id = s.property_id
left join property_value v on v.property_id = s.property_id and v.series = 'LT' and v.base_date = s.base_date
where s.group_id = :id::bigint
order by s.weight desc, s.property_id
