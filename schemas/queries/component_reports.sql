-- A report counts as written once it has comments, was brought forward or has left draft; a row that a factor made is none. One key,
-- because of three columns the planner takes the district alone.
with listed as materialized (
  select *, district_code || ' ' || code || ' ' || synthetic as key
  from component
  where active and district_code = any(:districts::text[])
), years as materialized (
  select *, district_code || ' ' || component_code || ' ' || synthetic as key
  from component_year
  where base_date = base_date_of(:year::integer) and district_code = any(:districts::text[])
), stock as materialized (
  select district_code || ' ' || component_code || ' ' || synthetic as key, count(*)::integer as property_n
  from property
  where status = 'A' and component_code is not null and district_code = any(:districts::text[])
  group by 1
), marks as materialized (
  select m.district_code || ' ' || m.component_code || ' ' || m.synthetic as key, count(*)::integer as benchmark_n,
    count(*) filter (where m.benchmark_type = 'P')::integer as primary_n,
    count(*) filter (where coalesce(v1.land_value, m.lv_new, 0) = 0)::integer as without_v1_n,
    min(coalesce(v0.land_value, m.lv_old)) filter (where m.benchmark_type = 'P')::bigint as v0,
    min(coalesce(v1.land_value, m.lv_new)) filter (where m.benchmark_type = 'P')::bigint as v1
  from benchmark_year m
  left join property_value v0 on v0.property_id = m.property_id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer - 1)
    and v0.district_code = any(:districts::text[])
  left join property_value v1 on v1.property_id = m.property_id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer)
    and v1.district_code = any(:districts::text[])
  where m.base_date = base_date_of(:year::integer) and m.district_code = any(:districts::text[])
  group by 1
)
select k.id, k.version, k.district_code::text as district_code, d.name as district_name, k.code, k.description, k.zone_code, k.synthetic,
  k.valuer_id, v.full_name as valuer_name, k.reviewed_on, k.non_homogeneous, k.handcrafted,
  y.report_valuer_id, r.full_name as report_valuer_name,
  case when y.report_status = 'DRAFT' and y.comments is null and y.brought_from is null then 'NONE'
    else coalesce(y.report_status, 'NONE') end as report_state,
  y.carried_from, y.factor, y.applied_on, coalesce(y.n_applied, 0) as n_applied, y.last_link_on,
  case when m.primary_n = 1 and m.v0 > 0 and m.v1 > 0 then round(m.v1::numeric / m.v0, 4) end as factor_proposed,
  coalesce(s.property_n, 0) as property_n, coalesce(m.benchmark_n, 0) as benchmark_n, coalesce(m.primary_n, 0) as primary_n,
  coalesce(m.without_v1_n, 0) as without_v1_n
from listed as k
left join years as y on y.key = k.key
left join stock as s on s.key = k.key
left join marks as m on m.key = k.key
left join district as d on d.code = k.district_code
left join app_user as v on v.id = k.valuer_id
left join app_user as r on r.id = y.report_valuer_id
