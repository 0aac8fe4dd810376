-- Of a component: the values as they stand and as they would be, beside the level of its analysed sales. Of a zone: the same over its
-- components, with the audit's tests. The change of a value is that from the year in force. Settings are asked of the districts that
-- are there, and a study is made where it is shown: this runs at every key.
with vals as materialized (
  select * from factor_trial_values(:over::json, :tried::text)
), sale as materialized (
  select * from factor_trial_sales(:over::json, :tried::text)
), tried as materialized (
  select component_code, true as tried, count(*) over () as n from factor_lines(:tried::text)
), limits as materialized (
  select code, setting_number('risk.sigvalch', contract_region_of(code)) / 100 as most,
    setting_number('avm.tolerance', contract_region_of(code))::double precision / 100 as tolerance
  from (select distinct district_code as code from vals) as d
), judged as materialized (
  select v.*, v.factor is not null as tried, v.v0 > 0 and v.v1 > 0 as both_before, v.v0 > 0 and v.after > 0 as both_after,
    v.beyond as beyond_before, v.far as far_before,
    case when v.got then coalesce(abs(v.after - v.v0) > l.most * v.v0, false) else v.beyond end as beyond_after,
    case when v.factor is null then v.far when v.got or v.grouped then false
      else coalesce(v.v1 > 0 and abs(v.v1 - v.expected) > l.most * v.expected, false) end as far_after
  from vals as v
  join limits as l on l.code = v.district_code
), grouped as (
  select case when grouping(zone_code) = 0 then 2 when grouping(component_code) = 0 then 1 else 3 end as level, district_code, synthetic,
    component_code, zone_code, tried, max(factor) as factor, max(in_force) as in_force, min(closed) as closed, sum(n)::integer as properties,
    coalesce(sum(n) filter (where got), 0)::integer as n_got,
    coalesce(sum(n) filter (where got and after is distinct from v1), 0)::integer as n_moved,
    coalesce(sum(n) filter (where written), 0)::integer as n_written,
    coalesce(sum(n) filter (where got and review), 0)::integer as n_review,
    sum(n * v1)::bigint as sum_before, sum(n * after)::bigint as sum_after,
    coalesce(sum(n) filter (where both_before), 0)::integer as n_valued,
    coalesce(sum(n) filter (where both_before and beyond_before), 0)::integer as n_beyond_before,
    coalesce(sum(n) filter (where both_after and beyond_after), 0)::integer as n_beyond_after,
    coalesce(sum(n) filter (where beyond_after and both_after and not (both_before and beyond_before)), 0)::integer as n_leave,
    coalesce(sum(n) filter (where both_before and beyond_before and not (both_after and beyond_after)), 0)::integer as n_return,
    coalesce(sum(n) filter (where both_before and far_before), 0)::integer as n_far_before,
    coalesce(sum(n) filter (where both_before and far_after), 0)::integer as n_far_after,
    coalesce(sum(n) filter (where both_before and analysed), 0) as na0, sum(n * (v1::double precision / v0 - 1)) filter (where both_before and analysed) as ca0,
    coalesce(sum(n) filter (where both_before and not analysed), 0) as nr0, sum(n * (v1::double precision / v0 - 1)) filter (where both_before and not analysed) as cr0,
    coalesce(sum(n) filter (where both_after and analysed), 0) as na1, sum(n * (after::double precision / v0 - 1)) filter (where both_after and analysed) as ca1,
    coalesce(sum(n) filter (where both_after and not analysed), 0) as nr1, sum(n * (after::double precision / v0 - 1)) filter (where both_after and not analysed) as cr1
  from judged
  group by grouping sets ((district_code, synthetic, component_code), (district_code, synthetic, zone_code), (district_code, synthetic, tried))
), others as (
  select district_code, synthetic, zone_code, sum(properties)::integer as properties, sum(n_analysed) as na, sum(sum_analysed) as ca,
    sum(n_rest) as nr, sum(sum_rest) as cr
  from json_to_recordset(:over::json) as b (kind text, district_code text, synthetic boolean, zone_code text, properties integer,
    n_analysed integer, sum_analysed double precision, n_rest integer, sum_rest double precision)
  where kind = 'others'
  group by district_code, synthetic, zone_code
), studied as (
  select case when grouping(s.zone_code) = 0 then 2 when grouping(s.component_code) = 0 then 1 else 3 end as level, s.district_code, s.synthetic,
    s.component_code, s.zone_code,
    array_agg(s.v0::double precision) filter (where s.v0 is not null and s.s0 is not null) as v_lt,
    array_agg(s.s0::double precision) filter (where s.v0 is not null and s.s0 is not null) as s_lt,
    array_agg(s.v1::double precision) filter (where s.v1 is not null and s.s1 is not null) as v_before,
    array_agg(s.s1::double precision) filter (where s.v1 is not null and s.s1 is not null) as s_before,
    array_agg(s.after::double precision) filter (where s.after is not null and s.s1 is not null) as v_after,
    array_agg(s.s1::double precision) filter (where s.after is not null and s.s1 is not null) as s_after,
    count(*) filter (where s.s1 is not null and s.v0 is not null)::integer as n_implied,
    percentile_cont(0.5) within group (order by s.s1::double precision / s.v0) filter (where s.s1 is not null and s.v0 is not null) as implied
  from sale as s
  left join tried as t on t.component_code = s.component_code
  group by grouping sets ((s.district_code, s.synthetic, s.component_code), (s.district_code, s.synthetic, s.zone_code), (s.district_code, s.synthetic, t.tried))
  having grouping(s.zone_code) = 0 or grouping(s.component_code) = 0 or t.tried
), level as materialized (
  select component_code, zone_code, district_code, synthetic, v0::ratio_study as r0, v1::ratio_study as r1
  from json_to_recordset(:over::json) as b (kind text, district_code text, synthetic boolean, component_code text, zone_code text, v0 text, v1 text)
  where kind = 'level'
), wide as (
  select g.*, o.na, o.ca, o.nr, o.cr, g.properties + coalesce(o.properties, 0) as all_properties,
    t.v_lt, t.s_lt, t.v_before, t.s_before, t.v_after, t.s_after, coalesce(t.n_implied, 0) as n_implied, t.implied,
    greatest(g.na0 + coalesce(o.na, 0), 0) as n_analysed_before, greatest(g.na1 + coalesce(o.na, 0), 0) as n_analysed_after,
    abs((coalesce(g.ca0, 0) + coalesce(o.ca, 0)) / nullif(g.na0 + coalesce(o.na, 0), 0)
      - (coalesce(g.cr0, 0) + coalesce(o.cr, 0)) / nullif(g.nr0 + coalesce(o.nr, 0), 0)) as coavc_before,
    abs((coalesce(g.ca1, 0) + coalesce(o.ca, 0)) / nullif(g.na1 + coalesce(o.na, 0), 0)
      - (coalesce(g.cr1, 0) + coalesce(o.cr, 0)) / nullif(g.nr1 + coalesce(o.nr, 0), 0)) as coavc_after
  from grouped as g
  left join others as o on g.level = 2 and o.district_code = g.district_code and o.synthetic = g.synthetic and o.zone_code = g.zone_code
  left join studied as t on t.level = g.level and t.district_code = g.district_code and t.synthetic = g.synthetic
    and t.component_code is not distinct from g.component_code and t.zone_code is not distinct from g.zone_code
  where g.level < 3 or g.tried and (select max(n) from tried) > 1
)
select w.level, w.district_code, w.synthetic, coalesce(w.component_code, w.zone_code, 'All') as code, w.factor, w.in_force, w.closed,
  w.all_properties as properties, w.n_got, w.n_moved, w.n_written, w.n_review, w.sum_before, w.sum_after,
  w.sum_after::double precision / nullif(w.sum_before, 0) - 1 as sums_change,
  w.n_valued, w.n_beyond_before, w.n_beyond_after, w.n_leave, w.n_return, w.n_far_before, w.n_far_after,
  coalesce(r0.n, 0) as n_lt, r0.mvp as mvp_lt, 100 * r0.mean_low as mvp_low_lt, 100 * r0.mean_high as mvp_high_lt, r0.cod as cod_lt, r0.prd as prd_lt,
  r0.prb as prb_lt, r0.prb_low as prb_low_lt, r0.prb_high as prb_high_lt,
  coalesce(r1.n, 0) as n_before, r1.mvp as mvp_before, 100 * r1.mean_low as mvp_low_before, 100 * r1.mean_high as mvp_high_before, r1.cod as cod_before,
  r1.prd as prd_before, r1.prb as prb_before, r1.prb_low as prb_low_before, r1.prb_high as prb_high_before,
  coalesce(r2.n, 0) as n_after, r2.mvp as mvp_after, 100 * r2.mean_low as mvp_low_after, 100 * r2.mean_high as mvp_high_after, r2.cod as cod_after,
  r2.prd as prd_after, r2.prb as prb_after, r2.prb_low as prb_low_after, r2.prb_high as prb_high_after,
  z.legacy_letter as zone_letter, z.cod_limit, w.coavc_before, w.coavc_after,
  t1.test_300 as test_300_before, t1.test_301 as test_301_before, t1.test_303 as test_303_before, t1.test_304 as test_304_before,
  t2.test_300 as test_300_after, t2.test_301 as test_301_after, t2.test_303 as test_303_after, t2.test_304 as test_304_after,
  w.n_implied, w.implied, w.implied / w.in_force - 1 as implied_before, w.implied / coalesce(w.factor, w.in_force) - 1 as implied_after, l.tolerance, l.most,
  case when w.level = 1 then factor_test(w.implied, w.in_force::double precision, w.n_implied, l.tolerance) end as test_305_before,
  case when w.level = 1 then factor_test(w.implied, coalesce(w.factor, w.in_force)::double precision, w.n_implied, l.tolerance) end as test_305_after
from wide as w
join limits as l on l.code = w.district_code
left join zone as z on w.level = 2 and z.code = w.zone_code and lt_base_date() between z.valid_from and z.valid_to
left join level as e on w.level < 3 and e.district_code = w.district_code and e.synthetic = w.synthetic
  and e.component_code is not distinct from w.component_code and e.zone_code is not distinct from w.zone_code
left join lateral (select r as study from (select where w.level = 3 offset 0) as together cross join lateral ratio_study(w.v_lt, w.s_lt) as r) as s0 on true
left join lateral (select r as study from (select where w.level = 3 offset 0) as together cross join lateral ratio_study(w.v_before, w.s_before) as r) as s1 on true
left join lateral (select r as study from (select where w.v_after is not null and w.n_got > 0 offset 0) as moved
  cross join lateral ratio_study(w.v_after, w.s_after) as r) as s2 on true
cross join lateral (select case when w.level = 3 then s0.study else e.r0 end as r0, case when w.level = 3 then s1.study else e.r1 end as r1) as p
cross join lateral (select (p.r0).*) as r0
cross join lateral (select (p.r1).*) as r1
cross join lateral (select (case when w.n_got > 0 then s2.study else p.r1 end).*) as r2
left join lateral level_tests(z.legacy_letter, z.cod_limit, r1.n, r1.cod, r1.mvp, r1.prd, w.n_analysed_before::integer, w.coavc_before) as t1 on w.level = 2
left join lateral level_tests(z.legacy_letter, z.cod_limit, r2.n, r2.cod, r2.mvp, r2.prd, w.n_analysed_after::integer, w.coavc_after) as t2 on w.level = 2
order by w.level, w.district_code, code
