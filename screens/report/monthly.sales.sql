-- Which sales of each zone were received, inspected and analysed in the month, and in the year to date?
-- counts: sales by sale_id
-- uses: sale_work
with told as (
  select sale_id, district_code, district, zone_code, work, on_date >= month_start as in_month
  from sale_work
  where not later and (on_date >= year_start or on_date >= month_start)
)
select district_code || ' ' || zone_code as key, district_code, district, zone_code,
  count(*) filter (where work = 'RECEIVED' and in_month)::integer as received,
  count(*) filter (where work = 'RECEIVED')::integer as received_year,
  count(*) filter (where work = 'INSPECTED' and in_month)::integer as inspected,
  count(*) filter (where work = 'INSPECTED')::integer as inspected_year,
  count(*) filter (where work = 'ANALYSED' and in_month)::integer as analysed,
  count(*) filter (where work = 'ANALYSED')::integer as analysed_year
from told
group by district_code, district, zone_code
