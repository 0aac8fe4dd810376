-- The factors that are typed, as lines of a scenario; what is of no component of the district is none of them.
select l.component_code, l.factor::double precision as factor
from factor_lines(:tried::text) as l
where l.component_code in (
  select b.component_code from json_to_recordset(:over::json) as b (kind text, component_code text) where b.kind = 'values')
order by l.component_code
