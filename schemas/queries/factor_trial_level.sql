-- uses: factor_trial
-- MVP is the mean ratio in per cent, with its 95 % interval; so has PRB. COD and PRD have none here, which would take longer than a key.
-- A test is judged from five sales on, 305 from three.
with shown as (
  select * from factor_trial where level > 1 and n_got > 0 or level = 1 and factor is not null
    or not exists (select from factor_trial where factor is not null)
)
select s.level, s.code, case s.level when 1 then 'Component ' || s.code when 2 then 'Zone ' || s.code else 'All that are tried' end as scope,
  m.posn, m.measure, m.test, m.limits, m.lt, m.before, m.after,
  m.after_low, m.after_high, coalesce(m.test_before, 'open') as test_before, coalesce(m.test_after, 'open') as test_after,
  s.level || m.measure || s.code as key
from shown as s
cross join lateral (values
  (1, 'Sales', null::integer, null, s.n_lt::text, s.n_before::text, s.n_after::text, null, null, null, null),
  (2, 'MVP, %', 303, case when s.zone_letter is not null then '90 to 100' end, to_char(s.mvp_lt, 'FM9990.0'), to_char(s.mvp_before, 'FM9990.0'),
    to_char(s.mvp_after, 'FM9990.0'), to_char(s.mvp_low_after, 'FM9990.0'), to_char(s.mvp_high_after, 'FM9990.0'), s.test_303_before, s.test_303_after),
  (3, 'COD, %', case when s.cod_limit > 10 then 302 else 301 end, 'under ' || trim_scale(s.cod_limit), to_char(s.cod_lt, 'FM9990.0'),
    to_char(s.cod_before, 'FM9990.0'), to_char(s.cod_after, 'FM9990.0'), null, null, s.test_301_before, s.test_301_after),
  (4, 'PRD', 304, case when s.level = 2 then '0.98 to 1.03' end, to_char(s.prd_lt, 'FM9990.000'), to_char(s.prd_before, 'FM9990.000'),
    to_char(s.prd_after, 'FM9990.000'), null, null, s.test_304_before, s.test_304_after),
  (5, 'PRB', null, null, to_char(s.prb_lt, 'FM9990.000'), to_char(s.prb_before, 'FM9990.000'), to_char(s.prb_after, 'FM9990.000'),
    to_char(s.prb_low_after, 'FM9990.000'), to_char(s.prb_high_after, 'FM9990.000'), null, null),
  (6, 'Average change, analysed and not, apart by, %', 300, case when s.level = 2 then 'at most 5' end, null, to_char(100 * s.coavc_before, 'FM9990.0'),
    to_char(100 * s.coavc_after, 'FM9990.0'), null, null, s.test_300_before, s.test_300_after),
  (7, 'Factor that sales imply, off by, %', 305, case when s.level = 1 then 'within ' || trim_scale(round((100 * s.tolerance)::numeric, 4)) end, null,
    to_char(100 * s.implied_before, 'FMSG9990.0'), to_char(100 * s.implied_after, 'FMSG9990.0'), null, null, s.test_305_before, s.test_305_after)
) as m (posn, measure, test, limits, lt, before, after, after_low, after_high, test_before, test_after)
where m.posn < 6 or m.posn = 6 and s.level = 2 or m.posn = 7 and s.level = 1
order by s.level, s.code, m.posn
