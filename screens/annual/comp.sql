-- How far is each component of the district?
-- uses: component_reports
select r.*, extract(year from future_base_date())::integer as future_year, 'Sales and values' as ranges,
  format('/annual/salvr/%s/%s/%s', r.district_code, r.code, :year::integer) as ranges_link,
  (r.report_state = 'DONE')::integer as done_n, (r.applied_on is not null)::integer as applied_n, (r.report_state = 'NONE')::integer as unwritten_n
from component_reports as r
where r.district_code = :district::text
