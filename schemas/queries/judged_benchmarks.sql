-- Benchmarks with the factor of their component, the value that it makes of the old one, and the sales that are linked for the later date.
-- uses: benchmarks, component_factors
with limits as materialized (
  select code, setting_number('bm.reference.tolerance', contract_region_of(code)) / 100 as reference,
    setting_number('bm.secondary.tolerance', contract_region_of(code)) / 100 as secondary
  from unnest(:districts::text[]) as code
), links as (
  select property_id, count(*) filter (where comparison is null) as uncompared,
    (array_agg(difference order by abs(difference), id) filter (where difference is not null))[1] as nearest
  from analysis_benchmark
  where base_date = base_date_of(:year::integer + 1) and district_code = any(:districts::text[])
  group by property_id
)
select b.*, b.status = 'A' as active, f.factor, l.reference, l.secondary, coalesce(k.uncompared, 0) as uncompared, k.nearest,
  k.property_id is not null as linked, coalesce(b.v0 > 0 and b.v1 > 0 and b.status = 'A' and f.factor is not null, false) as valued,
  case when b.benchmark_type = 'P' then round_land_value(b.v0 * round(f.factor, 4)) else round(b.v0 * f.factor) end as expected,
  case when b.v0 > 0 then b.v1 / (b.v0 * f.factor) - 1 end as away
from benchmarks as b
join limits as l on l.code = b.district_code
left join component_factors as f on f.district_code = b.district_code and f.component_code = b.component_code and f.synthetic = b.synthetic
left join links as k on k.property_id = b.property_id
