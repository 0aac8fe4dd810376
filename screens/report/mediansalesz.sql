-- Median sales by zone in a calendar year, beside the year before. A zone code is named as it was when the sales of
-- the row were made, since codes change their meaning. Percentiles of type 7.
-- counts: sales by sale_id
-- uses: counted_sales
with counted as (
  select coalesce(c.zone_code, '') as zone_code, c.sale_id, c.district_code, c.purchase_price, c.contract_date, c.year
  from counted_sales as c
), by_zone as (
  select zone_code,
    string_agg(distinct district_code, ',' order by district_code) filter (where year = :year::integer) as district_codes,
    percentile_disc(0.5) within group (order by contract_date) filter (where year = :year::integer) as usual_date,
    count(*) filter (where year = :year::integer)::integer as n,
    percentile_cont('{0,0.25,0.5,0.75,1}'::double precision[]) within group (order by purchase_price)
      filter (where year = :year::integer) as q,
    count(*) filter (where year < :year::integer)::integer as prior_n,
    percentile_cont(0.5) within group (order by purchase_price) filter (where year < :year::integer) as prior_median
  from counted
  group by zone_code
)
select zone_code,
  case when zone_code = '' then 'No zone' else coalesce(zone_name(zone_code, usual_date), zone_name(zone_code)) end
    as zone_name,
  district_codes,
  n, q[1] as minimum, q[2] as q1, q[3] as median, q[4] as q3, q[5] as maximum,
  prior_n, prior_median, q[3] / nullif(prior_median, 0) - 1 as change,
  n < 5 as small_sample,
  make_date(:year::integer, 1, 1) as from_date, make_date(:year::integer, 12, 31) as to_date
from by_zone
where n > 0
