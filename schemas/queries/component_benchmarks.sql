-- Active components that have active properties, with the number of their benchmarks.
with counted as (
  select district_code::text as district_code, component_code, synthetic, count(*)::integer as properties,
    count(*) filter (where benchmark_type = 'P') as primaries, count(benchmark_type) as benchmarks
  from property
  where status = 'A' and district_code = any(:districts::text[]) and (:types::text[] is null or benchmark_property_type = any(:types::text[]))
  group by 1, 2, 3
)
select c.district_code::text as district_code, c.code as component_code, c.synthetic, c.description, c.zone_code, c.non_homogeneous,
  n.properties, n.primaries, n.benchmarks
from component as c
join counted as n on n.district_code = c.district_code and n.component_code = c.code and n.synthetic = c.synthetic
where c.active
  and (:zones::text[] is null or c.zone_code = any(:zones::text[]))
  and (:components::text[] is null or c.code = any(:components::text[]))
  and (:valuers::bigint[] is null or c.valuer_id = any(:valuers::bigint[]))
  and (coalesce(:include_non_homogeneous::boolean, true) or not c.non_homogeneous)
