-- Which month is reported, from when does its year to date count, and what lies after today?
-- uses: report_months, sale_work, property_work, supp_work
select min(month_start) as month_start, min(year_start) as year_start,
  string_agg(distinct year_kind, ', ' order by year_kind desc) as year_kind,
  ((select count(*) from sale_work where later) + (select count(*) from property_work where later)
    + (select count(*) from supp_work where later))::integer as later_work
from report_months
