-- How do values stand to the sales, by zone or component, and does each zone meet the standard?
-- Sales are pairs of a value and an adjusted land value above 0; analyses without one are left out. MVP is the mean ratio in per
-- cent. Test 300 asks for a comparison of average value change of at most 5 %, from 5 analysed properties on. From 5 sales on, 301
-- and 302 ask for a dispersion below the limit of the zone's letter (10 for A and Z, 15 for B, C, D, I, M, R and T), 303 for an MVP
-- of 90 to 100 in zones of these letters, 304 for a PRD of 0.98 to 1.03. Totals have no tests, since a bad zone hides in them.
-- The implied factor is the median of adjusted land values at the future date over LT values; test 305 asks whether it is, from 3
-- sales on, within the option's tolerance of the component's factor.
-- counts: anlys by analysis_id
-- uses: level_analyses, level_groups, component_factors
with measured as (
  -- Read three times, and of the state in each of its levels: nothing is held but what is measured.
  select row_level, district_code, group_code, analysis_id, v, s,
    case when :by::text = 'component' and row_level = 1 then alv_future::double precision / v0 end as implied
  from level_analyses
), studied as (
  select row_level, district_code, group_code, array_agg(v order by analysis_id) as v, array_agg(s order by analysis_id) as s
  from measured
  where v is not null and s is not null
  group by row_level, district_code, group_code
), left_out as (
  select row_level, district_code, group_code, count(*)::integer as n_left_out
  from measured
  where v is null or s is null
  group by row_level, district_code, group_code
), implied as (
  select row_level, district_code, group_code, count(*)::integer as n_implied,
    percentile_cont(0.5) within group (order by implied) as implied_factor, array_agg(implied order by implied) as ordered
  from measured
  where implied is not null
  group by row_level, district_code, group_code
), limits as materialized (
  select code, coalesce(:tolerance::double precision, setting_number('avm.tolerance', contract_region_of(code))::double precision / 100) as tolerance
  from unnest(:districts::text[]) as code
), grouped as materialized (
  -- Materialized, because a full join's columns are told by coalesce, which no index of a table with row security is asked by.
  select row_level, district_code, group_code, g.synthetic, coalesce(g.properties, 0) as properties, g.sum_v0, g.sum_v1, g.sums_change,
    g.n_change, g.n_analysed, g.coavc, u.v, u.s, coalesce(o.n_left_out, 0) as n_left_out,
    coalesce(m.n_implied, 0) as n_implied, m.implied_factor, m.ordered
  from level_groups as g
  full join studied as u using (row_level, district_code, group_code)
  full join left_out as o using (row_level, district_code, group_code)
  left join implied as m using (row_level, district_code, group_code)
), named as materialized (
  select g.*, c.description as component_description, c.zone_code as component_zone,
    c.district_code || ' ' || c.code || ' ' || c.synthetic as component_key
  from grouped as g
  left join component as c on :by::text = 'component' and g.row_level = 1 and c.district_code = g.district_code and c.code = g.group_code
    and c.synthetic = coalesce(g.synthetic, c.synthetic)
), factors as (
  select district_code || ' ' || component_code || ' ' || synthetic as component_key, factor
  from component_factors
  where :by::text = 'component'
), factored as (
  -- A full join is not run through once for each group. The planner would make a left join of it where it saw that only groups are wanted.
  select n.*, f.factor::double precision as factor
  from named as n
  full join factors as f on f.component_key = n.component_key
  where coalesce(n.row_level, 0) > 0
), judged as (
  select g.*, z.code as zone_code, z.legacy_letter as zone_letter, z.cod_limit, coalesce(st.n, 0) as n,
    coalesce(st.median, g.v[1] / g.s[1]) as median, st.mvp, st.weighted_mean, st.cod, st.prd, st.prb, t.*,
    g.ordered[i.low] as implied_low, g.ordered[i.high] as implied_high, l.tolerance
  from factored as g
  left join zone as z on g.row_level = 1 and z.code = case when :by::text = 'component' then g.component_zone else g.group_code end
    and base_date_of(:year::integer) between z.valid_from and z.valid_to
  left join limits as l on l.code = g.district_code
  left join lateral ratio_level(g.v, g.s) as st on g.v is not null
  left join lateral median_ranks(g.n_implied) as i on g.n_implied > 0
  left join lateral level_tests(z.legacy_letter, z.cod_limit, st.n, st.cod, st.mvp, st.prd, g.n_analysed, g.coavc) as t
    on g.row_level = 1
)
select row_level, district_code, group_code, district_code || ' ' || group_code as key, zone_code, zone_letter, cod_limit,
  component_description, properties, sum_v0, sum_v1, sums_change, n_change, n, n_left_out, median, mvp, weighted_mean, cod, prd, prb, coavc,
  n_analysed, test_300, test_301, test_303, test_304,
  case row_level when 1 then verdict
    when 2 then count(*) filter (where verdict = 'pass') over (partition by district_code) || ' of '
      || count(*) filter (where verdict in ('pass', 'fail')) over (partition by district_code) || ' pass'
    else count(*) filter (where verdict = 'pass') over () || ' of ' || count(*) filter (where verdict in ('pass', 'fail')) over ()
      || ' pass' end as verdict,
  case when row_level = 1 and n >= 5 then case when cardinality(:districts::text[]) > 1 then district_code || ' ' else '' end || group_code end
    as judged_group, case when row_level = 1 and n >= 5 then cod end as judged_cod,
  case when row_level = 1 and n >= 5 then cod_limit end as judged_limit,
  case when n_implied > 0 then case when cardinality(:districts::text[]) > 1 then district_code || ' ' else '' end || group_code end as implied_group,
  factor, case when row_level = 1 then n_implied end as n_implied, implied_factor, implied_low, implied_high, implied_factor / factor - 1 as implied_difference, tolerance,
  factor_test(implied_factor, factor, n_implied, tolerance) as test_305,
  case when factor_test(implied_factor, factor, n_implied, tolerance) = 'fail'
    then case when implied_low is null then 'too few to tell'
      when implied_low / factor - 1 <= tolerance and implied_high / factor - 1 >= -tolerance then 'may be chance'
      else 'beyond chance' end end as test_305_chance
from judged
where row_level = 1 or coalesce(:with_totals::boolean, true)
