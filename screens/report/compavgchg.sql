-- How far has the land value of the properties of each component moved in a year, and does it agree with the component's factor?
-- V0 is the LT value at 1 July of the base year, V1 the one a year later; Δ = V1 ÷ V0 − 1, one per active property with both.
-- The factor is the office's for the year; until it has one, the one that was applied to most of the component's properties.
-- counts: properties by property_id
-- uses: component_factors
with change as (
  select p.id as property_id,
    p.district_code,
    p.component_code,
    p.synthetic,
    v1.land_value::double precision / v0.land_value - 1 as delta
  from property p
    join property_value v0 on v0.property_id = p.id and v0.series = 'LT'
      and v0.base_date = base_date_of(:year::integer) and v0.district_code = any(:districts::text[]) and v0.land_value > 0
    join property_value v1 on v1.property_id = p.id and v1.series = 'LT'
      and v1.base_date = base_date_of(:year::integer + 1) and v1.district_code = any(:districts::text[])
  where p.district_code = any(:districts::text[])
    and p.status = 'A'
), by_component as (
  select district_code,
    component_code,
    bool_or(synthetic) as synthetic,
    count(*)::integer as properties,
    avg(delta) as mean_change,
    percentile_cont(0.5) within group (order by delta) as median_change,
    min(delta) as min_change,
    max(delta) as max_change
  from change
  group by 1, 2
), judged as (
  select b.*, f.factor::double precision - 1 as factor_change
  from by_component b
    left join component_factors f on f.district_code = b.district_code and f.component_code = b.component_code
      and f.synthetic = b.synthetic
)
select b.district_code || '-' || b.component_code as key,
  b.district_code,
  b.component_code,
  c.description as component_description,
  c.zone_code,
  b.properties,
  b.mean_change,
  b.median_change,
  b.factor_change,
  b.mean_change - b.factor_change as difference,
  b.min_change,
  b.max_change,
  case when abs(b.mean_change - b.factor_change) > coalesce(:tolerance::double precision, 0.05) then 'Yes' end as flag
from judged b
  join component c on c.district_code = b.district_code and c.code = b.component_code and c.synthetic = b.synthetic
where (:zones::text[] is null or c.zone_code = any(:zones::text[]))
  and (:least_properties::integer is null or b.properties >= :least_properties::integer)
