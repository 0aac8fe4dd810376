-- Component reports: a component's year with its component and its primary benchmark. A year that is not begun has a row as well, with a number below 0, so that its page is found.

select y.id, y.district_code, y.component_code, y.base_date, y.factor, y.applied_on, y.applied_by, y.n_applied, y.trend,
  y.monthly_pct, y.report_status, y.report_valuer_id, y.comments, y.handcrafted, y.carried_from, y.brought_from,
  y.written_by, y.last_link_on, y.synthetic, y.created_at, y.created_by, y.updated_at, y.updated_by, y.version,
  extract(year from y.base_date)::integer as base_year,
  y.id > 0 as begun,
  y.component_id,
  y.description,
  y.zone_code,
  zone_name(y.zone_code) as zone_name,
  y.property_type,
  y.valuer_id,
  u.full_name as valuer_name,
  y.reviewed_on,
  y.non_homogeneous,
  y.component_handcrafted,
  y.active,
  y.crown,
  (select count(*)::integer from property p where p.district_code = y.district_code
    and p.component_code = y.component_code and p.synthetic = y.synthetic and p.status = 'A') as property_count,
  a.full_name as applied_by_name,
  b.primary_n,
  b.primary_id,
  b.primary_v0,
  b.primary_v1,
  case when b.primary_n = 1 and b.primary_v0 > 0 and b.primary_v1 > 0
    then round(b.primary_v1::numeric / b.primary_v0, 4) end as factor_proposed,
  case when b.primary_n = 0 then 'No factor is proposed: the component has no primary benchmark.'
    when b.primary_n > 1 then format('No factor is proposed: the component has %s primary benchmarks. Keep one.', b.primary_n)
    when coalesce(b.primary_v0, 0) = 0 then 'No factor is proposed: the primary benchmark has no value at the base date before.'
    when coalesce(b.primary_v1, 0) = 0 then 'No factor is proposed: the primary benchmark has no value of the year yet.' end as no_factor,
  case when s.second then y.written_by end as kept_from_writer,
  case when s.second then y.report_valuer_id end as kept_from_valuer,
  district_closed(y.district_code, y.base_date, y.synthetic) as closed
from (
  -- Each with its component: one that is looked for by its component would be looked for among all years of all components.
  select h.id, h.district_code, h.component_code, h.base_date, h.factor, h.applied_on, h.applied_by, h.n_applied, h.trend,
    h.monthly_pct, h.report_status, h.report_valuer_id, h.comments, h.handcrafted, h.carried_from, h.brought_from,
    h.written_by, h.last_link_on, h.synthetic, h.created_at, h.created_by, h.updated_at, h.updated_by, h.version,
    c.id as component_id, c.description, c.zone_code, c.property_type, c.valuer_id, c.reviewed_on, c.non_homogeneous,
    c.active, c.crown, c.handcrafted as component_handcrafted
  from component_year h
  join component c on c.district_code = h.district_code and c.code = h.component_code and c.synthetic = h.synthetic
  union all
  select -(k.id * 10000 + extract(year from d.base_date)::bigint), k.district_code, k.code, d.base_date, null, null, null, null, null, null,
    null, null, null, false, null, null, null, null, k.synthetic, k.created_at, null, k.updated_at, null, 0,
    k.id, k.description, k.zone_code, k.property_type, k.valuer_id, k.reviewed_on, k.non_homogeneous, k.active, k.crown,
    k.handcrafted
  from component k
  cross join lateral (
    select lt_base_date()::date as base_date
    union select future_base_date()
    union select g.base_date from district_year g where g.district_code = k.district_code) d
  where not exists (select from component_year h where h.district_code = k.district_code and h.component_code = k.code
    and h.base_date = d.base_date and h.synthetic = k.synthetic)
) y
left join app_user u on u.id = y.valuer_id
left join app_user a on a.id = y.applied_by
left join lateral (
  -- Left, though it always has its one row: lists that look at none of its columns need not look for it.
  select count(*)::integer as primary_n, min(m.property_id) as primary_id,
    min(coalesce(v0.land_value, m.lv_old))::bigint as primary_v0, min(coalesce(v1.land_value, m.lv_new))::bigint as primary_v1
  from benchmark_year m
  left join property_value v0 on v0.property_id = m.property_id and v0.series = 'LT'
    and v0.base_date = (y.base_date - interval '1 year')::date
  left join property_value v1 on v1.property_id = m.property_id and v1.series = 'LT' and v1.base_date = y.base_date
  where m.district_code = y.district_code and m.component_code = y.component_code and m.base_date = y.base_date
    and m.synthetic = y.synthetic and m.benchmark_type = 'P'
) b on true
cross join lateral (select setting_flag('report.second', contract_region_of(y.district_code)) as second) s
