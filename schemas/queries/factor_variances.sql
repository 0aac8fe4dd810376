-- What LT value × factor of the component, rounded, comes to for each property, and how far V1 is from it.
-- uses: valued_properties, component_factors
with grouped as materialized (
  -- Section 28 groups of the year after the base year are valued as a whole.
  select distinct m.property_id
  from s28_member as m
  join s28_group as g on g.id = m.group_id and g.base_date = base_date_of(:year::integer + 1) and g.district_code = any(:districts::text[])
), factors as materialized (
  -- One key, because of three the planner takes the district alone.
  select district_code || ' ' || component_code || ' ' || synthetic as key, factor from component_factors
), moved as (
  select p.*, f.factor, round_land_value(p.v0 * f.factor) as expected,
    case when p.v0 is null or p.v1 is null then 'VALUE' when f.factor is null then 'FACTOR' when g.property_id is not null then 'GROUP'
      when p.benchmark_type is not null and not coalesce(:include_benchmarks::boolean, false) then 'BENCHMARK' end as unjudged
  from valued_properties as p
  left join factors as f on f.key = p.district_code || ' ' || p.component_code || ' ' || p.synthetic
  left join grouped as g on g.property_id = p.property_id
  offset 0
)
select *, v1::numeric / nullif(expected, 0) - 1 as variance from moved
