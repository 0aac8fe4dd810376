-- Benchmarks of the year, each with its value before and the new one.
select null::bigint as item, b.district_code, b.district_code as district, b.component_code, b.property_id as pid, b.benchmark_type,
  o.land_value::bigint as value_before, n.land_value::bigint as value_now, b.comment
from benchmark_year b
left join property_value o on o.property_id = b.property_id and o.series = 'LT'
  and o.base_date = (:base::date - interval '1 year')::date
left join property_value n on n.property_id = b.property_id and n.series = 'LT' and n.base_date = :base::date
where b.base_date = :base::date and b.district_code = any (:districts::text[])
order by b.district_code, b.component_code, b.benchmark_type, b.property_id
