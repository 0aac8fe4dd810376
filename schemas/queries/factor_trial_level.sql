-- MVP is the mean ratio in per cent, with its 95 % interval; so has PRB. Those of COD and PRD take longer than a key: factor_trial_intervals.
with figures as materialized (
  select f as figures, f.level, f.factor, f.n_got from factor_figures_of(:over::json, :tried::text, :districts::text[]) as f
)
select (s.figures).level, (s.figures).code,
  case s.level when 1 then 'Component ' || (s.figures).code when 2 then 'Zone ' || (s.figures).code else 'All that are tried' end as scope,
  m.posn, m.measure, m.test, m.limits, m.lt, m.before, m.after, m.after_low, m.after_high, m.test_before, m.test_after,
  s.level || m.measure || (s.figures).code as key
from figures as s
cross join lateral factor_measures(s.figures) as m
where s.level > 1 and s.n_got > 0 or s.level = 1 and s.factor is not null or not exists (select from figures where factor is not null)
order by s.level, (s.figures).code, m.posn
