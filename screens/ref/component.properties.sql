-- How many properties lie in the component, by status, with their values in force and under work.
select p.status, count(*)::integer as property_n, count(*) filter (where p.handcrafted)::integer as handcrafted_n,
  count(*) filter (where p.benchmark_type is not null)::integer as benchmark_n,
  sum(v0.land_value)::bigint as value_now, sum(v1.land_value)::bigint as value_next
from property p
left join property_value v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = (select lt_base_date())
left join property_value v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = (select future_base_date())
where p.district_code = :district::text and p.component_code = :component::text and p.district_code = any(:districts::text[])
group by p.status
