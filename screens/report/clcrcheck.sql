-- Which Crown components lack a part of their report?
-- The year is the one under work, a year after the base year. Looked at are active Crown components: a report, its valuer, its
-- comments, an active primary benchmark, a linked sale, a factor.
-- uses: crown_reports
select j.component_id, j.district_code, j.district, j.component_code, j.component_description, j.crown_class,
  case when j.crown_class = '' then 'No class' else coalesce(i.name, j.crown_class) end as crown_class_name,
  j.missing_parts, j.report_status, j.report_valuer, j.commented, j.primary_id, j.links, j.factor
from crown_reports as j
left join reference_item as i on i.list = 'crownclass' and i.code = j.crown_class
where j.missing_parts is not null
