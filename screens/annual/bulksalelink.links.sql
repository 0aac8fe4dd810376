-- The links of the district, or of one of its components, at the base date under work.
select l.id, l.version, l.district_code::text as district_code, p.component_code, a.id as analysis_id, a.sale_id, a.address, a.contract_date, a.area,
  a.alv_future::bigint as s1, l.property_id, p.benchmark_type, p.address as benchmark_address, p.area as benchmark_area, v.land_value::bigint as v1,
  l.comparison, l.difference, l.text, l.linked_by, l.run_id, l.created_at, u.full_name as linked_name,
  coalesce(a.component_code, '') <> coalesce(p.component_code, '') as elsewhere
from analysis_benchmark as l
join property as p on p.id = l.property_id
join analysis_record as a on a.id = l.analysis_id
left join property_value as v on v.property_id = l.property_id and v.series = 'LT' and v.base_date = l.base_date
left join app_user as u on u.id = l.created_by
where l.district_code::text = :district::text and l.district_code::text = any(:districts::text[]) and l.base_date = future_base_date()
  and (:component::text is null or p.component_code = :component::text)
order by p.component_code, array_position(array['P', 'R', 'S'], p.benchmark_type), l.property_id, l.difference
