-- The districts that have components, each with how many of their reports are done.
-- uses: component_reports
select r.district_code as code,
  format('%s %s (%s of %s)', r.district_code, coalesce(initcap(r.district_name), ''), count(*) filter (where r.report_state = 'DONE'), count(*)) as name
from component_reports as r
group by r.district_code, r.district_name
order by r.district_code
