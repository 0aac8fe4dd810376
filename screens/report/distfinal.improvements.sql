-- What do improvements add? The lines of the analysed sales of the window, by type and unit.
-- counts: anlys by analysis_id
-- uses: ratio_analyses
with line as (
  select a.analysis_id, i.type, i.unit, i.rate, i.amount::bigint as amount
  from ratio_analyses as a
  join analysis_improvement as i on i.analysis_id = a.analysis_id
  where a.in_standard
)
select type || ' ' || coalesce(unit, '') as kind, type, unit, count(distinct analysis_id)::integer as analysis_n,
  count(rate)::integer as rate_n, percentile_cont(0.5) within group (order by rate)::numeric as line_rate,
  min(rate) as lowest_rate, max(rate) as highest_rate, sum(amount)::bigint as added_total
from line
group by type, unit
