-- Which sales of a year were contracted in which month?
-- counts: sales by sale_id
with told as (
  select s.id as sale_id, date_trunc('month', s.contract_date)::date as month, s.purchase_price, s.confirmed
  from sale as s
  where s.district_code = any(:districts::text[])
    and extract(year from s.contract_date) = :year::integer
    and (:zones::text[] is null or s.zone_code = any(:zones::text[]))
)
select month, count(*)::integer as sales, percentile_cont(0.5) within group (order by purchase_price)
    filter (where confirmed) as median_price
from told
group by month
