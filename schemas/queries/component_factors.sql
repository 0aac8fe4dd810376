-- The factor f of each component from the base date of the base year to the one after: the office's of that year; until it has
-- one, the factor that most values of active properties were made by, of equally common ones the smallest.
with used as (
  select v.district_code::text as district_code, v.factor_component as component_code, v.synthetic, v.factor_applied as factor,
    count(*)::integer as values_made
  from property_value as v
  join property as p on p.id = v.property_id and p.status = 'A' and p.district_code = any(:districts::text[])
  where v.district_code = any(:districts::text[]) and v.series = 'LT' and v.base_date = base_date_of(:year::integer + 1)
    and v.method = 'F' and v.factor_component is not null and v.factor_applied is not null
  group by 1, 2, 3, 4
), usual as (
  select distinct on (district_code, component_code, synthetic) *
  from used
  order by district_code, component_code, synthetic, values_made desc, factor
), said as (
  select district_code::text as district_code, component_code, synthetic, factor
  from component_year
  where district_code = any(:districts::text[]) and base_date = base_date_of(:year::integer + 1) and factor is not null
)
select coalesce(s.district_code, u.district_code) as district_code, coalesce(s.component_code, u.component_code) as component_code,
  coalesce(s.synthetic, u.synthetic) as synthetic, coalesce(s.factor, u.factor) as factor, s.factor is null as usual,
  u.values_made
from said as s
full join usual as u on u.district_code = s.district_code and u.component_code = s.component_code and u.synthetic = s.synthetic
