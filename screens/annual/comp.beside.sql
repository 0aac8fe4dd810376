-- Scenarios side by side, the values as they stand first: the figures of the trial, over the same components in each.
with chosen as materialized (
  select 0 as place, 'As it stands' as column_title, '' as tried
  union all
  select row_number() over (order by s.name)::integer, s.name, s.tried
  from factor_scenario_record as s
  where s.id = any(:beside::bigint[]) and s.district_code = :district::text and s.base_date = base_date_of(:year::integer)
    and s.district_code = any(:districts::text[])
), line as materialized (
  select c.place, l.component_code, l.factor from chosen as c cross join lateral factor_lines(c.tried) as l
), shown as materialized (
  select c.place, c.column_title, f as figures, f.level, f.code
  from chosen as c
  cross join lateral factor_figures_of(:over::json, c.tried, :districts::text[], array(select distinct component_code from line)) as f
), touched as materialized (
  select distinct s.level, s.code from shown as s where s.level = 3 or (s.figures).n_got > 0
), cell as (
  select s.place, s.column_title, s.level, s.code, m.posn, m.measure, m.limits, m.value, m.test
  from shown as s
  join touched as t on t.level = s.level and t.code = s.code
  cross join lateral (
    select 0 as posn, 'Factor' as measure, null as limits,
      coalesce(to_char((s.figures).factor, 'FM90.0000'), to_char((s.figures).in_force, 'FM90.0000')) as value, null as test where s.level = 1
    union all
    select v.posn, v.measure, null, v.value, null from (values
      (-7, 'Properties', to_char((s.figures).properties, 'FM999,999,990')),
      (-6, 'Values that change', to_char((s.figures).n_moved, 'FM999,999,990')),
      (-5, 'Total value, $', to_char((s.figures).sum_after, 'FM999,999,999,999,990')),
      (-4, 'Change of the total, %', to_char(100 * (s.figures).sums_change, 'FMSG9990.00')),
      (-3, 'Beyond the limit of change', to_char((s.figures).n_beyond_after, 'FM999,999,990')),
      (-2, 'Leave the band', to_char((s.figures).n_leave, 'FM999,999,990')),
      (-1, 'Kept by hand, far from the factor', to_char((s.figures).n_far_after, 'FM999,999,990'))) as v (posn, measure, value)
    where s.level = 3 or v.posn in (-6, -5, -3) and s.level = 1
    union all
    select m.posn, m.measure, m.limits, m.after, m.test_after from factor_measures(s.figures) as m) as m
)
select case c.level when 3 then 1 when 2 then 2 else 3 end * 1000000 + dense_rank() over (order by c.code) * 100 + c.posn as posn,
  case c.level when 3 then 'All of these components' when 2 then 'Zone ' || c.code else 'Component ' || c.code end as scope,
  c.measure, c.limits, c.place, c.column_title, c.value, c.test
from cell as c
order by case c.level when 3 then 1 when 2 then 2 else 3 end, c.code, c.posn, c.place
