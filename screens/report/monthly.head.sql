-- Which month is reported, from when does its year to date count, and what lies after today?
-- uses: report_months, later_work
select min(month_start) as month_start, min(year_start) as year_start,
  string_agg(distinct year_kind, ', ' order by year_kind desc) as year_kind, (select sum(later_work)::integer from later_work) as later_work
from report_months
