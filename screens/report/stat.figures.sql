-- What the tiles of the statistical hub say of the district: figures of their reports, as these count with the filters that they
-- have by themselves.
-- uses: ratio_analyses, year_prices, value_totals, window_totals
with valued as (
  select active_properties, of_risk_1, future_value, paired_v1::double precision / nullif(paired_v0, 0) - 1 as total_change, benchmarks
  from value_totals
), studied as (
  select count(*)::integer as analysed_sales,
    percentile_cont(0.5) within group (order by v1::double precision / alv_future) filter (where v1 > 0 and alv_future > 0)
      as median_ratio,
    count(distinct (district_code, component_code)) filter (where component_code is not null)::integer as components_sold
  from ratio_analyses
), priced as (
  select purchase_price, sum(n) over (order by purchase_price) as up_to, sum(n) over () as in_all
  from year_prices
  where purchase_price is not null
), sold as (
  -- The middle price, or the mean of the two in the middle.
  select (select coalesce(sum(n), 0)::integer from year_prices) as year_sales,
    (min(purchase_price) filter (where up_to >= (in_all + 1) / 2) + min(purchase_price) filter (where up_to >= in_all / 2 + 1)) / 2.0
      as median_price
  from priced
), texts as (
  select count(*) filter (where report = 'distfinal')::integer as texts_open,
    count(*) filter (where report = 'mediarel')::integer as sentences_open
  from report_text
  where status <> 'DONE' and district_code = any(:districts::text[]) and base_date = base_date_of(:year::integer + 1)
)
select *
from valued, studied, sold, window_totals, texts
