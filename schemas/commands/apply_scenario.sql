-- What each scenario would come to, counted and summed as the trial of its factors does: all active properties of its components, members
-- at their new value and the others as they are.
with asked as materialized (
  select s.* from factor_scenario_record as s where s.district_code::text = any(:districts::text[]) and s.id = any(:ids::bigint[])
), member as materialized (
  select s.id, m.*, case when m.refused is null then m.new_value else m.v1 end as after,
    setting_number('risk.sigvalch', contract_region_of(s.district_code::text)) / 100 as most
  from asked as s
  cross join lateral factor_scenario_members(s.id) as m
), counted as (
  select m.id, count(*) filter (where m.refused is null and not m.unchanged) as n, count(*) filter (where m.refused is null and m.unchanged) as n_same,
    count(*) filter (where m.refused is not null) as n_kept, count(m.review) filter (where m.refused is null and not m.unchanged) as n_review,
    count(distinct m.component_code) filter (where m.refused is null and not m.unchanged) as components,
    md5(string_agg(m.seen, ',' order by m.property_id) filter (where m.refused is null and not m.unchanged)) as seen,
    sum(m.v1) as sum_before, sum(m.after) as sum_after,
    count(*) filter (where m.v0 > 0 and m.after > 0 and abs(m.after - m.v0) > m.most * m.v0) as n_beyond
  from member as m
  group by m.id
), line as (
  select s.id, string_agg(format('Line %s: %s', l.line, l.fault), ' ' order by l.line) filter (where l.fault is not null) as fault
  from asked as s
  cross join lateral factor_scenario_lines(s.id) as l
  group by s.id
), told as (
  select s.id, s.version, s.name, s.tried, coalesce(c.n, 0) = 0 as same,
    case when s.base_date <> future_base_date() then 'Factors are applied to values of the year under work.'
      when s.district_code::text <> all (coalesce((select app_work_districts()), array[s.district_code::text]))
        then 'You may search district ' || s.district_code || ', but not work in it.'
      else coalesce(district_closed(s.district_code::text, s.base_date, s.synthetic), l.fault || ' Nothing of the scenario is applied.') end as refused, c.seen,
    c.n, c.n_same, c.n_kept, c.n_review, c.components, c.sum_before, c.sum_after, c.n_beyond
  from asked as s
  left join line as l on l.id = s.id
  left join counted as c on c.id = s.id
)
select t.id, t.version, t.name, t.name as was_name, t.tried, t.same, t.refused, t.seen,
  case when t.n = 1 then '1 value' else to_char(t.n, 'FM999,999,990') || ' values' end
    || format(' of %s %s; total value $%s, now $%s; beyond the limit of change %s', t.components,
      case t.components when 1 then 'component' else 'components' end, to_char(t.sum_after, 'FM999,999,999,999,990'),
      coalesce(to_char(t.sum_before, 'FM999,999,999,999,990'), '0'), to_char(t.n_beyond, 'FM999,999,990'))
    || case when t.n_review > 0 then format('; %s to review', to_char(t.n_review, 'FM999,999,990')) else '' end
    || case when t.n_same > 0 then format('; %s stand so already', to_char(t.n_same, 'FM999,999,990')) else '' end
    || case when t.n_kept > 0 then format('; %s keep their value', to_char(t.n_kept, 'FM999,999,990')) else '' end as note
from told as t
order by t.id
