-- The factor f of each component from the base date of the base year to the one after: the office's of that year; until it has
-- one, the factor that most values of active properties were made by, of equally common ones the smallest. Materialized, since
-- beside each component they would be looked for anew: the planner does not know how many there are.
with said as materialized (
  select district_code::text as district_code, component_code, synthetic, factor
  from component_year
  where district_code = any(:districts::text[]) and base_date = base_date_of(:year::integer + 1) and factor is not null
), unsaid as materialized (
  select district_code, code, synthetic
  from component
  where district_code = any(:districts::text[])
    and (district_code::text, code, synthetic) not in (select district_code, component_code, synthetic from said)
), used as (
  -- Only districts that have such a component: their values are read one and all.
  select u.district_code::text as district_code, u.code as component_code, u.synthetic, v.factor_applied as factor, count(*) as values_made
  from unsaid as u
  join property_value as v on v.district_code = u.district_code and v.factor_component = u.code and v.synthetic = u.synthetic
    and v.series = 'LT' and v.base_date = base_date_of(:year::integer + 1) and v.method = 'F' and v.factor_applied is not null
    and v.district_code = any(array(select district_code::text from unsaid))
  join property as p on p.id = v.property_id and p.status = 'A' and p.district_code = any(:districts::text[])
  group by 1, 2, 3, 4
), usual as (
  select distinct on (district_code, component_code, synthetic) district_code, component_code, synthetic, factor
  from used
  order by district_code, component_code, synthetic, values_made desc, factor
), factors as materialized (
  select district_code, component_code, synthetic, factor, false as usual
  from said
  union all
  select district_code, component_code, synthetic, factor, true
  from usual
)
select *
from factors
