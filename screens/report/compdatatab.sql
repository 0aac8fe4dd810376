-- What does the Valuer General want to know of each component, in one line?
-- Active components, also without properties. P is the active property that is its primary benchmark; of several the lowest number, and
-- how many they are. Its future value should be its LT value × factor, rounded. Typical V1 is the middle of those made by a factor.
-- counts: properties by property_id
-- uses: valued_properties, component_factors, ratio_analyses
with listed as materialized (
  -- One key, because of three the planner takes the district alone.
  select *, district_code || ' ' || code || ' ' || synthetic as key
  from component
  where active
    and district_code = any(:districts::text[])
    and (:of_zones::text[] is null or zone_code = any(:of_zones::text[]))
    and (:components::text[] is null or code = any(:components::text[]))
    and (:valuers::bigint[] is null or valuer_id = any(:valuers::bigint[]))
    and (coalesce(:include_non_homogeneous::boolean, true) or not non_homogeneous)
), stock as (
  select c.district_code::text as district_code, c.code as component_code, c.synthetic, count(v.property_id)::integer as component_n,
    count(v.property_id) filter (where v.benchmark_type = 'P')::integer as primaries,
    min(v.property_id) filter (where v.benchmark_type = 'P') as primary_id,
    percentile_cont(0.5) within group (order by v.v1) filter (where v.v1 > 0 and v.method = 'F') as typical_v1,
    min(v.v1) as least_v1, max(v.v1) as most_v1
  from listed as c
  left join valued_properties as v on v.district_code || ' ' || v.component_code || ' ' || v.synthetic = c.key
  group by c.district_code, c.code, c.synthetic
), sold as materialized (
  select district_code || ' ' || component_code as key, count(*)::integer as analysed_n from ratio_analyses group by 1
), factors as materialized (
  select district_code || ' ' || component_code || ' ' || synthetic as key, factor from component_factors
)
select s.district_code || ' ' || s.component_code as key, s.district_code, s.component_code, s.synthetic,
  c.description as component_description, c.zone_code, s.component_n, s.primary_id, p.address as primary_address,
  v0.land_value::bigint as primary_v0, v1.land_value::bigint as primary_v1,
  nullif(v1.land_value, 0)::numeric / nullif(v0.land_value, 0) as primary_factor, f.factor, s.typical_v1, s.least_v1, s.most_v1,
  coalesce(a.analysed_n, 0) as analysed_n, u.full_name as component_valuer, c.non_homogeneous, c.handcrafted as component_handcrafted,
  case when s.primaries = 0 then 'No primary benchmark'
    when s.primaries > 1 then s.primaries || ' primary benchmarks'
    when nullif(v1.land_value, 0) <> round_land_value(nullif(v0.land_value, 0)::bigint * f.factor)
      then 'Differs from factor' end as primary_finding
from stock as s
join listed as c on c.district_code = s.district_code and c.code = s.component_code and c.synthetic = s.synthetic
left join factors as f on f.key = c.key
left join sold as a on a.key = s.district_code || ' ' || s.component_code
left join property as p on p.id = s.primary_id
left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer)
left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer + 1)
left join app_user as u on u.id = c.valuer_id
