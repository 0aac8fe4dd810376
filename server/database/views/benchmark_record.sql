-- Benchmarks of a year with their property and its values; the values of the year itself where there are any.

select b.id, b.property_id, b.district_code, b.component_code, b.base_date, b.benchmark_type, b.comment, b.index_exception, b.synthetic,
  b.created_at, b.created_by, b.updated_at, b.updated_by, b.version,
  extract(year from b.base_date)::integer as base_year,
  p.address,
  p.status as property_status,
  p.zone_code,
  p.area,
  p.area_unit,
  coalesce(v0.land_value, b.lv_old) as lv_old,
  coalesce(v1.land_value, b.lv_new) as lv_new,
  round(100.0 * (coalesce(v1.land_value, b.lv_new)::bigint - coalesce(v0.land_value, b.lv_old)::bigint)
    / nullif(coalesce(v0.land_value, b.lv_old)::bigint, 0), 2) as change_pct,
  round(coalesce(v1.land_value, b.lv_new)::numeric / nullif(coalesce(v0.land_value, b.lv_old)::numeric, 0), 4) as implied_factor,
  round(coalesce(v1.land_value, b.lv_new)::bigint / nullif(p.area, 0), 4) as rate,
  case when b.comment = o.comment then o.base_date end as comment_from
from benchmark_year b
left join benchmark_year o on o.property_id = b.property_id and o.base_date = (b.base_date - interval '1 year')::date
left join property p on p.id = b.property_id
left join property_value v0 on v0.property_id = b.property_id and v0.series = 'LT'
  and v0.base_date = (b.base_date - interval '1 year')::date
left join property_value v1 on v1.property_id = b.property_id and v1.series = 'LT' and v1.base_date = b.base_date
