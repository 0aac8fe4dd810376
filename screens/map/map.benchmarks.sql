-- Benchmarks that have a place, with how many sales are linked to them in the LT year.
select p.id as property_id, p.address, p.benchmark_type, p.component_code, p.land_value_lt, p.land_value_future,
  (select count(*)::integer from analysis_benchmark l where l.property_id = p.id and l.base_date = lt_base_date()) as linked,
  p.lat, p.lon
from property_record p
where p.benchmark_type is not null and p.lat is not null
