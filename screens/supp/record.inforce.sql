select v.id, v.base_date, extract(year from v.base_date)::integer as base_year, v.series, v.land_value,
       v.method, v.authority_code, v.basis_code, v.risk_rating
from supp s
join property_value v on v.property_id = s.property_id
where s.id = :id::bigint
order by v.base_date desc, v.series desc
