-- Which sales of a year lie in which suburb?
-- counts: sales by sale_id
with told as (
  select s.id as sale_id, s.suburb as place, s.purchase_price
  from sale as s
  where s.district_code = any(:districts::text[])
    and s.suburb is not null
    and extract(year from s.contract_date) = :year::integer
    and (:zones::text[] is null or s.zone_code = any(:zones::text[]))
)
select place, count(*)::integer as sales, percentile_cont(0.5) within group (order by purchase_price) as median_price
from told
group by place
