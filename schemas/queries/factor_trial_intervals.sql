-- MVP and PRB have their intervals from the study, COD and PRD from resamples of its sales (ratio_bootstrap): the same that salesratio
-- shows of the same sales. Beyond 4,000 sales these are left out.
with figures as materialized (
  select f as figures, f.level, f.district_code, f.synthetic, f.code, f.n_got
  from factor_figures_of(:over::json, :tried::text, :districts::text[]) as f
), lines as materialized (
  select l.component_code from factor_lines(:tried::text) as l
), shown as materialized (
  select * from figures as f
  where case f.level when 1 then f.code in (select component_code from lines) when 2 then f.n_got > 0 else true end
    or not exists (select from lines)
), studied as materialized (
  select g.level, s.district_code, s.synthetic, g.code,
    array_agg(s.v1::double precision) filter (where s.v1 is not null and s.s1 is not null) as v_before,
    array_agg(s.s1::double precision) filter (where s.v1 is not null and s.s1 is not null) as s_before,
    array_agg(s.after::double precision) filter (where s.after is not null and s.s1 is not null) as v_after,
    array_agg(s.s1::double precision) filter (where s.after is not null and s.s1 is not null) as s_after
  from factor_trial_sales(:over::json, :tried::text) as s
  cross join lateral (values (1, s.component_code), (2, s.zone_code), (3, 'All')) as g (level, code)
  where g.level < 3 or s.component_code in (select component_code from lines)
  group by g.level, s.district_code, s.synthetic, g.code
), drawn as materialized (
  select f.*, case when t.v_before is not null then ratio_bootstrap(t.v_before, t.s_before) end as b0,
    case when f.n_got > 0 and t.v_after is not null then ratio_bootstrap(t.v_after, t.s_after) end as b1
  from shown as f
  left join studied as t on t.level = f.level and t.district_code = f.district_code and t.synthetic = f.synthetic and t.code = f.code
), told as (
  -- What nothing would move is resampled once.
  select d.*, case when d.n_got > 0 then d.b1 else d.b0 end as b2 from drawn as d
)
select d.level, d.code, case d.level when 1 then 'Component ' || d.code when 2 then 'Zone ' || d.code else 'All that are tried' end as scope,
  m.posn, m.measure, m.before, m.before_low || ' to ' || m.before_high as before_range, m.after,
  m.after_low || ' to ' || m.after_high as after_range, d.level || m.measure || d.code as key
from told as d
cross join lateral (values
  (1, 'Sales', (d.figures).n_before::text, null::text, null::text, (d.figures).n_after::text, null::text, null::text),
  (2, 'MVP, %', to_char((d.figures).mvp_before, 'FM9990.0'), to_char((d.figures).mvp_low_before, 'FM9990.0'),
    to_char((d.figures).mvp_high_before, 'FM9990.0'), to_char((d.figures).mvp_after, 'FM9990.0'), to_char((d.figures).mvp_low_after, 'FM9990.0'),
    to_char((d.figures).mvp_high_after, 'FM9990.0')),
  (3, 'COD, %', to_char((d.figures).cod_before, 'FM9990.0'), to_char((d.b0).cod_low, 'FM9990.0'), to_char((d.b0).cod_high, 'FM9990.0'),
    to_char((d.figures).cod_after, 'FM9990.0'), to_char((d.b2).cod_low, 'FM9990.0'), to_char((d.b2).cod_high, 'FM9990.0')),
  (4, 'PRD', to_char((d.figures).prd_before, 'FM9990.000'), to_char((d.b0).prd_low, 'FM9990.000'), to_char((d.b0).prd_high, 'FM9990.000'),
    to_char((d.figures).prd_after, 'FM9990.000'), to_char((d.b2).prd_low, 'FM9990.000'), to_char((d.b2).prd_high, 'FM9990.000')),
  (5, 'PRB', to_char((d.figures).prb_before, 'FM9990.000'), to_char((d.figures).prb_low_before, 'FM9990.000'),
    to_char((d.figures).prb_high_before, 'FM9990.000'), to_char((d.figures).prb_after, 'FM9990.000'),
    to_char((d.figures).prb_low_after, 'FM9990.000'), to_char((d.figures).prb_high_after, 'FM9990.000'))
) as m (posn, measure, before, before_low, before_high, after, after_low, after_high)
order by d.level, d.code, m.posn
