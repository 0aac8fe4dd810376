-- How do values stand to the sales before and after, by zone or component? Before is LT values over adjusted land values at the date in force, after
-- the values under work over those of the year after, each over its own sales: a value that is missing takes a sale out of one alone.
-- Tests and verdicts are those of the level's reports. Last year's figures are those that the audit kept for the base year's own values.
-- uses: ratio_analyses, level_groups, component_factors
with told as (
  select *, coalesce(case when :by::text = 'component' then component_code else zone_code end, 'none') as group_code from ratio_analyses
), studied as (
  select district_code, group_code, array_agg(v0::double precision order by analysis_id) filter (where v0 is not null and alv_lt is not null) as v0,
    array_agg(alv_lt::double precision order by analysis_id) filter (where v0 is not null and alv_lt is not null) as s0,
    array_agg(v1::double precision order by analysis_id) filter (where v1 is not null and alv_future is not null) as v1,
    array_agg(alv_future::double precision order by analysis_id) filter (where v1 is not null and alv_future is not null) as s1,
    count(*) filter (where alv_future is not null and v0 is not null)::integer as n_implied,
    percentile_cont(0.5) within group (order by alv_future::double precision / v0) as implied_factor
  from told
  group by district_code, group_code
), groups as (
  select district_code, group_code, synthetic, properties, n_analysed, coavc from level_groups where row_level = 1
), kept as (
  select district_code::text as district_code, key as group_code, max(measured) filter (where test = 300)::double precision as last_coavc,
    max(measured) filter (where test in (301, 302))::double precision as last_cod, max(measured) filter (where test = 303)::double precision as last_mvp,
    max(measured) filter (where test = 304)::double precision as last_prd,
    (max(measured) filter (where test = 305) / 100)::double precision as last_implied_difference
  from audit_result
  where district_code = any(:districts::text[]) and base_date = base_date_of(:year::integer) and test between 300 and 305
    and (test = 305) = (:by::text = 'component')
  group by 1, 2
), pairs as (
  select * from groups full join studied using (district_code, group_code)
)
select p.district_code, p.group_code, p.district_code || ' ' || p.group_code as key, z.code as zone_code, z.legacy_letter as zone_letter, z.cod_limit,
  case when :by::text = 'component' then c.description else zone_name(p.group_code) end as group_name,
  coalesce(p.properties, 0) as properties, coalesce(b.n, 0) as n_before, coalesce(b.median, p.v0[1] / p.s0[1]) as median_before, b.mvp as mvp_before,
  b.cod as cod_before, b.prd as prd_before, b.prb as prb_before, coalesce(a.n, 0) as n_after, coalesce(a.median, p.v1[1] / p.s1[1]) as median_after,
  a.mvp as mvp_after, a.cod as cod_after, a.prd as prd_after, a.prb as prb_after, p.coavc, ta.test_300, ta.test_301, ta.test_303, ta.test_304,
  tb.verdict as verdict_before, ta.verdict as verdict_after, k.last_coavc, k.last_cod, k.last_mvp, k.last_prd, k.last_implied_difference,
  f.factor::double precision as factor, case when :by::text = 'component' then coalesce(p.n_implied, 0) end as n_implied,
  case when :by::text = 'component' then p.implied_factor end as implied_factor,
  case when :by::text = 'component' then p.implied_factor / f.factor - 1 end as implied_difference,
  case when :by::text = 'component' then factor_test(p.implied_factor, f.factor::double precision, p.n_implied,
    setting_number('avm.tolerance', contract_region_of(p.district_code))::double precision / 100) end as test_305
from pairs as p
left join component as c on :by::text = 'component' and c.district_code = p.district_code and c.code = p.group_code
  and c.synthetic = coalesce(p.synthetic, c.synthetic)
left join component_factors as f on :by::text = 'component' and f.district_code = p.district_code and f.component_code = p.group_code
  and f.synthetic = coalesce(p.synthetic, f.synthetic)
left join zone as z on z.code = case when :by::text = 'component' then c.zone_code else p.group_code end
  and base_date_of(:year::integer) between z.valid_from and z.valid_to
left join kept as k on k.district_code = p.district_code and k.group_code = p.group_code
left join lateral ratio_study(p.v0, p.s0) as b on p.v0 is not null
left join lateral ratio_study(p.v1, p.s1) as a on p.v1 is not null
left join lateral level_tests(z.legacy_letter, z.cod_limit, b.n, b.cod, b.mvp, b.prd, p.n_analysed, p.coavc) as tb on true
left join lateral level_tests(z.legacy_letter, z.cod_limit, a.n, a.cod, a.mvp, a.prd, p.n_analysed, p.coavc) as ta on true
