-- Scenarios with their factors in one text, as the trial of factors has them.

select s.*,
  extract(year from s.base_date)::integer as base_year,
  coalesce(l.n, 0) as n_lines,
  l.tried,
  u.full_name as updated_name
from factor_scenario s
left join lateral (
  select count(*)::integer as n, string_agg(l.component_code || '=' || trim_scale(l.factor), ';' order by l.posn, l.id) as tried
  from factor_scenario_line l where l.scenario_id = s.id) l on true
left join app_user u on u.id = coalesce(s.updated_by, s.created_by)
