-- The primary and reference benchmarks of Crown components, and which of them make the index of their region.
-- uses: index_districts
select b.property_id, d.region_id, d.region, b.district_code::text as district_code, d.district, b.component_code, b.benchmark_type,
  b.address, b.synthetic, case when c.financial then 'FIN' else coalesce(c.crown_class, '') end as crown_class,
  b.lv_old::bigint as lv_old, b.lv_new::bigint as lv_new,
  case when not d.in_tranche then 'Its LGA is out of tranche'
    when b.property_status is distinct from 'A' then 'It is not active'
    when b.index_exception then 'Marked as an exception'
    when coalesce(b.lv_old, 0) <= 0 or coalesce(b.lv_new, 0) <= 0 then 'It lacks a value' end as left_out
from component as c
join index_districts as d on d.district_code = c.district_code
join benchmark_record as b on b.district_code = c.district_code and b.component_code = c.code and b.synthetic = c.synthetic
where c.crown
  and b.base_date = base_date_of(:year::integer + 1)
  and b.benchmark_type in ('P', 'R')
