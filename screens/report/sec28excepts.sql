-- Which section 28 groups do not hold together?
-- Groups of the year after the base year, which is under work. E1 to E4 and E6 to E8 are errors; E5 asks for a look.
-- uses: section28_findings
select f.group_id || ' ' || f.rule || ' ' || coalesce(f.property_id::text, '') as key,
  f.group_id, f.district_code, f.group_name, f.property_id, f.rule as group_rule,
  case f.rule when 'E5' then 'W' else 'E' end as rule_severity, f.detail, f.group_v1
from section28_findings as f
