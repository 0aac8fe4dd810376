-- Factors that may be taken as they are, in the form in which they are typed.
select string_agg(b.component_code || '=' || trim_scale(b.proposed), ';' order by b.component_code) filter (where factor_fault(b.proposed) is null) as proposed,
  string_agg(b.component_code || '=' || trim_scale(b.in_force), ';' order by b.component_code) filter (where factor_fault(b.in_force) is null) as in_force,
  count(*) filter (where factor_fault(b.proposed) is null)::integer as n_proposed,
  count(*) filter (where factor_fault(b.in_force) is null)::integer as n_in_force
from (
  select b.component_code, max(b.proposed) as proposed, max(b.in_force) as in_force
  from json_to_recordset(:over::json) as b (kind text, component_code text, proposed numeric, in_force numeric)
  where b.kind = 'values' and b.component_code <> ''
  group by b.component_code
) as b
