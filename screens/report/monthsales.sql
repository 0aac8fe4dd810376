-- Sales by month and type of property, with the change of the median on the month before. The total counts the price
-- of a dealing once, although every lot of the dealing carries it. Strata and land without an area have no rate.
-- counts: sales by sale_id
-- uses: month_sales
with counted as (
  select month, property_type, sale_id, purchase_price, rate,
    coalesce(dealing_number, '') <> '' and row_number() over (
      partition by dealing_number order by received_on, property_id, sale_id) > 1 as counted_before
  from month_sales
), by_month as (
  select month, property_type, count(*)::integer as n,
    sum(purchase_price) filter (where not counted_before)::bigint as total_price,
    percentile_cont(0.5) within group (order by purchase_price) as median_price,
    percentile_cont(0.5) within group (order by rate::double precision) as median_rate
  from counted
  group by month, property_type
)
select m.month || ' ' || m.property_type as key, m.month, m.property_type, m.n, coalesce(m.total_price, 0) as total_price, m.median_price, m.median_rate,
  p.month as prior_month, p.median_price as prior_median, m.median_price / nullif(p.median_price, 0) - 1 as change, m.n < 5 as small_sample,
  greatest(m.month, coalesce(:from_date::date, m.month)) as from_date,
  least((m.month + interval '1 month')::date - 1, coalesce(:to_date::date, sale_window_end(:year::integer))) as to_date
from by_month as m
left join by_month as p on p.property_type = m.property_type and p.month = (m.month - interval '1 month')::date
where m.month >= date_trunc('month', coalesce(:from_date::date, sale_window_start(:year::integer)))::date
