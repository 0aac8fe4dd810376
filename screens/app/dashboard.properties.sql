-- Active properties, those of them without a land value for the base date under work, and those of the highest risk whose
-- value was verified neither at the base date in force nor at the one under work.
-- counts: properties by id
select count(*)::integer as properties,
  count(*) filter (where not valued)::integer as without_value,
  count(*) filter (where high_risk and not verified)::integer as to_verify
from (
  select p.id, coalesce(v1.land_value, 0) > 0 as valued, coalesce(p.risk_rating, '') like '1-%' as high_risk,
    coalesce(v1.verified_on, v0.verified_on) is not null as verified
  from property as p
  left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = lt_base_date()
  left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = future_base_date()
  where p.status = 'A' and p.district_code = any(:districts::text[])
) as q
