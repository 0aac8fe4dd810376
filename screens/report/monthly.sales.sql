-- Which sales of each zone were received, inspected and analysed in the month, and in the year to date?
-- Each sale counts once, however often it came or was seen.
-- counts: sales by sale_id
-- uses: sale_work
with told as (
  select sale_id, district_code, district, zone_code, bool_or(work = 'RECEIVED' and on_date >= month_start) as received,
    bool_or(work = 'RECEIVED' and on_date >= year_start) as received_year,
    bool_or(work = 'INSPECTED' and on_date >= month_start) as inspected,
    bool_or(work = 'INSPECTED' and on_date >= year_start) as inspected_year,
    bool_or(work = 'ANALYSED' and on_date >= month_start) as analysed,
    bool_or(work = 'ANALYSED' and on_date >= year_start) as analysed_year
  from sale_work
  where not later and on_date >= year_start
  group by sale_id, district_code, district, zone_code
)
select district_code || ' ' || zone_code as key, district_code, district, zone_code,
  count(*) filter (where received)::integer as received, count(*) filter (where received_year)::integer as received_year,
  count(*) filter (where inspected)::integer as inspected, count(*) filter (where inspected_year)::integer as inspected_year,
  count(*) filter (where analysed)::integer as analysed, count(*) filter (where analysed_year)::integer as analysed_year
from told
group by district_code, district, zone_code
