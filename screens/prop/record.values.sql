select v.id, v.base_date, extract(year from v.base_date)::integer as base_year, v.series, v.land_value,
       v.land_value::double precision
         / nullif(lag(v.land_value) over (partition by v.series order by v.base_date), 0) - 1 as change,
       v.method, v.factor_applied, v.risk_rating, v.verification_type, v.verified_on
from property_value v
where v.property_id = :id::bigint
order by v.base_date desc, v.series desc
