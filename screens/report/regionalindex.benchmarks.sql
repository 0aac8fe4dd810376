-- Of which benchmarks is the index of each region and class made, and which are left out?
-- counts: properties by property_id
-- uses: crown_benchmarks
select property_id, region_id, region, district_code, district, crown_class, component_code, benchmark_type, address, lv_old, lv_new,
  lv_new::numeric / nullif(lv_old, 0) - 1 as benchmark_change, coalesce(left_out, 'Counted') as in_index
from crown_benchmarks
where :classes::text[] is null or crown_class = any(:classes::text[])
