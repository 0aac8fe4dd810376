-- A ratio study of another base year: the adjusted land values of an analysis are made for the base dates in force, so for any other
-- date its land value at the contract date is moved there, by the analysis's own method and change a month. The land value at the
-- contract date itself is given too.

-- They read and change nothing, so that a report that asks for one may still run in parallel.
alter function contract_region_of(text) parallel safe;
alter function component_monthly(text, text, text, boolean) parallel safe;

drop function component_level(text, text, boolean);
drop function ratio_sample(integer);

create function ratio_sample(base_year integer)
returns table (
  analysis_id bigint, sale_id bigint, property_id bigint, district_code text, zone_code text, component_code text,
  address text, suburb text, contract_date date, purchase_price bigint, area numeric, sale_code text,
  suitability text, analysis_date date, valuer_id bigint, exportable boolean, exported boolean,
  non_homogeneous boolean,
  alv_lt bigint, alv_future bigint, v0 bigint, v1 bigint, r0 double precision, r1 double precision,
  in_standard boolean, analysed_lv bigint
) language sql stable parallel safe
begin atomic
  -- Only what is moved to another date asks for its method and its change a month. A date in force or under work keeps the
  -- adjusted land value that the analysis has for it.
  select m.id, m.sale_id, m.property_id, m.district_code, m.zone_code, m.component_code, m.address, m.suburb, m.contract_date,
    m.purchase_price, m.area, m.sale_code, m.suitability, m.analysis_date, m.valuer_id, m.exportable, m.exported, m.non_homogeneous,
    m.alv_lt, m.alv_future, m.v0, m.v1, m.v0::double precision / m.alv_lt, m.v1::double precision / m.alv_future,
    m.in_standard, m.analysed_lv
  from (
    select t.*,
      case t.date_0 when t.in_force then t.alv_in_force when t.under_work then t.alv_under_work
        else nullif(round_land_value(moved_value(t.analysed_lv::numeric, t.method, t.monthly, (t.date_0 - t.contract_date) / 30.4375)), 0)
      end as alv_lt,
      case t.date_1 when t.in_force then t.alv_in_force when t.under_work then t.alv_under_work
        else nullif(round_land_value(moved_value(t.analysed_lv::numeric, t.method, t.monthly, (t.date_1 - t.contract_date) / 30.4375)), 0)
      end as alv_future
    from (
      select a.id, a.sale_id, a.property_id, a.district_code::text as district_code, coalesce(a.zone_code, p.zone_code) as zone_code,
        coalesce(a.component_code, p.component_code) as component_code, p.address, p.suburb,
        coalesce(a.contract_date, s.contract_date) as contract_date,
        coalesce(a.purchase_price, s.purchase_price)::bigint as purchase_price, coalesce(a.area, p.area) as area,
        coalesce(a.sale_code, s.sale_code) as sale_code, a.suitability, a.analysis_date, a.valuer_id, a.exportable, a.exported,
        coalesce(c.non_homogeneous, false) as non_homogeneous, d.date_0, d.date_1, d.in_force, d.under_work,
        a.alv_lt::bigint as alv_in_force, a.alv_future::bigint as alv_under_work, a.analysed_lv::bigint as analysed_lv,
        nullif(v0.land_value, 0)::bigint as v0, nullif(v1.land_value, 0)::bigint as v1,
        case when d.date_0 <> d.in_force
          then coalesce(a.time_method, upper(setting_text('time.method', contract_region_of(a.district_code)))) end as method,
        case when d.date_0 <> d.in_force
          then coalesce(a.monthly_pct, (select y.pct from component_monthly(a.district_code, coalesce(a.component_code, p.component_code),
            coalesce(a.zone_code, p.zone_code), a.synthetic) as y)) / 100 end as monthly,
        coalesce(p.status = 'A', false) and coalesce(s.confirmed, true) and not coalesce(s.multi_property, false)
          and coalesce(a.interest_pct, s.interest_pct, 100) = 100 and a.suitability is distinct from 'NO'
          and s.suitable is distinct from false
          and coalesce(coalesce(a.purchase_price, s.purchase_price) >= (select setting_number('sale.nominal.price')), true) as in_standard
      from analysis as a
      cross join (select make_date(base_year, 7, 1) as date_0, make_date(base_year + 1, 7, 1) as date_1,
        (select lt_base_date()) as in_force, (select future_base_date()) as under_work) as d
      left join sale as s on s.id = a.sale_id
      left join property as p on p.id = a.property_id
      left join component as c on c.district_code = a.district_code and c.synthetic = a.synthetic
        and c.code = coalesce(a.component_code, p.component_code)
      left join property_value as v0 on v0.property_id = a.property_id and v0.series = 'LT'
        and v0.base_date = make_date(base_year, 7, 1)
      left join property_value as v1 on v1.property_id = a.property_id and v1.series = 'LT'
        and v1.base_date = make_date(base_year + 1, 7, 1)
    ) as t
  ) as m;
end;
comment on function ratio_sample is 'The analysed sales that a ratio study of a base year reads, one row each, adjusted to its dates.';

-- As before: median of V1 ÷ S1 of a component's analysed sales; 1 of fewer than five.
create function component_level(of_district text, component text, of_synthetic boolean) returns numeric
language sql stable
return (select case when count(*) >= 5 then percentile_cont(0.5) within group (order by r.r1)::numeric else 1 end
  from public.ratio_sample(extract(year from public.lt_base_date())::integer) r
  join public.analysis a on a.id = r.analysis_id
  where r.district_code = of_district and r.component_code = component and a.synthetic = of_synthetic
    and r.in_standard and r.r1 is not null);

-- As before, but without a slope through two points.
create or replace function ratio_study(v double precision[], s double precision[]) returns ratio_study
language plpgsql immutable parallel safe as $$
declare
  study ratio_study;
  m record;
  t double precision;
begin
  perform check_ratio_pairs(v, s);

  -- Moments, order statistics and the Gini sums in one pass over the pairs in order of S (stable).
  with pair as materialized (
    select a.v, a.s, a.v / a.s as r, row_number() over (order by a.s, a.i) as rank_s
    from unnest(v, s) with ordinality as a(v, s, i) where a.v is not null and a.s is not null
  )
  select count(*)::integer as n, avg(r) as mean, stddev_samp(r) as sd, exp(avg(ln(r))) as gm,
    sum(p.v) as sum_v, sum(p.s) as sum_s, sum(rank_s * p.v) as rank_v, sum(rank_s * p.s) as rank_s,
    percentile_cont('{0,0.05,0.25,0.5,0.75,0.95,1}'::double precision[]) within group (order by r) as q,
    array_agg(r order by r) as ordered
  into m from pair as p;

  study.n := m.n;
  study.small_sample := m.n < 5;
  if m.n < 2 then return study; end if;

  study.median := m.q[4];
  study.mean := m.mean;
  study.mvp := 100 * m.mean;
  study.weighted_mean := m.sum_v / m.sum_s;
  study.geometric_mean := m.gm;
  study.sd := m.sd;
  study.cov := 100 * m.sd / m.mean;
  study.prd := m.mean / study.weighted_mean;
  study.minimum := m.q[1];
  study.p05 := m.q[2];
  study.q1 := m.q[3];
  study.q3 := m.q[5];
  study.p95 := m.q[6];
  study.maximum := m.q[7];
  study.iqr := study.q3 - study.q1;
  study.ki := 2 * (m.rank_v / m.sum_v - m.rank_s / m.sum_s) / m.n;
  -- Equal sales have no Gini coefficient to divide by.
  study.mki := case when 2 * m.rank_s / m.sum_s - (m.n + 1) > 1e-12 * m.n
    then (2 * m.rank_v / m.sum_v - (m.n + 1)) / (2 * m.rank_s / m.sum_s - (m.n + 1)) end;

  select m.ordered[r.low], m.ordered[r.high] into study.median_low, study.median_high from median_ranks(m.n) as r;
  t := student_t_quantile(0.975, m.n - 1);
  study.mean_low := m.mean - t * m.sd / sqrt(m.n);
  study.mean_high := m.mean + t * m.sd / sqrt(m.n);

  -- Deviations that need the median or the weighted mean first.
  select 100 / study.median * avg(abs(p.r - study.median)),
    t * sqrt(sum((p.v - study.weighted_mean * p.s) ^ 2)) / (m.sum_s / m.n * sqrt(m.n * (m.n - 1.0::double precision))),
    regr_slope(p.y, p.x), regr_sxx(p.y, p.x), greatest(0, regr_syy(p.y, p.x) - regr_sxy(p.y, p.x) ^ 2 / nullif(regr_sxx(p.y, p.x), 0)),
    count(*) filter (where p.r < study.q1 - 3 * study.iqr or p.r > study.q3 + 3 * study.iqr),
    count(*) filter (where p.r < study.q1 - 1.5 * study.iqr or p.r > study.q3 + 1.5 * study.iqr),
    count(*) filter (where p.r < study.p05 or p.r > study.p95),
    avg((p.r between 0.98 and 1.02)::integer)
  into study.cod, t, study.prb, m.sum_v, m.sum_s, study.outliers_3iqr, study.outliers_15iqr, study.outliers_5_95,
    study.chasing_share
  from (
    select a.v, a.s, a.v / a.s as r, (a.v / a.s - study.median) / study.median as y,
      ln((a.v / study.median + a.s) / 2) / ln(2::double precision) as x
    from unnest(v, s) as a(v, s) where a.v is not null and a.s is not null
  ) as p;
  study.weighted_mean_low := study.weighted_mean - t;
  study.weighted_mean_high := study.weighted_mean + t;

  if m.n < 3 then
    study.prb := null;
  elsif study.prb is not null then
    study.prb_se := sqrt(m.sum_s / (m.n - 2) / m.sum_v);
    t := student_t_quantile(0.975, m.n - 2);
    study.prb_low := study.prb - t * study.prb_se;
    study.prb_high := study.prb + t * study.prb_se;
    study.prb_p := case when study.prb_se > 0 then student_t_p(study.prb / study.prb_se, m.n - 2) end;
  end if;

  study.chasing_expected := case when m.sd > 0
    then normal_cdf((1.02 - m.mean) / m.sd) - normal_cdf((0.98 - m.mean) / m.sd) end;
  study.chasing_suspected := study.chasing_share - study.chasing_expected > 0.05;
  return study;
end $$;

alter function ratio_study(double precision[], double precision[]) set search_path = public, pg_temp;

-- The audit's tests of a zone. A limit that is not given, or too few cases, leaves a test open; what no test judges has no verdict
-- but that. MVP and PRD have their limits inside, the dispersion its own outside; the ninth decimal is noise of the machine.
create function level_tests(letter text, cod_limit numeric, n integer, cod double precision, mvp double precision,
  prd double precision, n_analysed integer, coavc double precision)
returns table (test_300 text, test_301 text, test_303 text, test_304 text, verdict text)
language sql immutable parallel safe
begin atomic
  select t.a300, t.a301, t.a303, t.a304,
    case when coalesce(n, 0) = 0 then 'no sales' when n < 5 then 'small sample'
      when 'fail' in (t.a300, t.a301, t.a303, t.a304) then 'fail' else 'pass' end
  from (select
    case when n_analysed >= 5 and coavc is not null then case when round(coavc::numeric, 9) <= 0.05 then 'pass' else 'fail' end end as a300,
    case when n >= 5 and cod_limit is not null then case when round(cod::numeric, 9) < cod_limit then 'pass' else 'fail' end end as a301,
    case when n >= 5 and letter in ('A', 'B', 'C', 'D', 'I', 'M', 'R', 'T', 'Z')
      then case when round(mvp::numeric, 9) between 90 and 100 then 'pass' else 'fail' end end as a303,
    case when n >= 5 then case when round(prd::numeric, 9) between 0.98 and 1.03 then 'pass' else 'fail' end end as a304) as t;
end;

-- Test 305: whether a component's factor is what its sales imply.
create function factor_test(implied double precision, factor double precision, n integer, tolerance double precision) returns text
language sql immutable parallel safe
return case when n >= 3 and factor > 0 and tolerance is not null
  then case when round(abs(implied / factor - 1)::numeric, 9) <= round(tolerance::numeric, 9) then 'pass' else 'fail' end end;

comment on function level_tests is 'Tests 300 to 304 of the audit by zone, pass or fail, and the verdict of them.';
comment on function factor_test is 'Test 305: pass where the factor that the sales imply is within the tolerance of the one applied.';
