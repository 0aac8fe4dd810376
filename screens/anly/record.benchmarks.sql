select c.property_id, c.address, c.type as benchmark_type, c.area, c.v1, c.s1, c.x, c.comparison as proposed, c.words,
  l.id as link_id, l.version as link_version, l.comparison, l.difference, l.text, a.district_code::text as district_code,
  a.component_code, round((c.x - 1) * 100, 1) as proposed_difference
from analysis a
cross join lateral analysis_comparisons(a.id) c
left join analysis_benchmark l on l.id = c.link_id
where a.id = :id::bigint
