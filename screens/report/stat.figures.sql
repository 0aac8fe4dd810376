-- What the tiles of the statistical hub say of the district: figures of their reports, as these count with the filters that they
-- have by themselves.
-- uses: ratio_analyses, counted_sales, value_totals
with valued as (
  select active_properties, of_risk_1, future_value, paired_v1::double precision / nullif(paired_v0, 0) - 1 as total_change, benchmarks
  from value_totals
), studied as (
  select count(*)::integer as analysed_sales,
    percentile_cont(0.5) within group (order by v1::double precision / alv_future) filter (where v1 > 0 and alv_future > 0)
      as median_ratio,
    count(distinct (district_code, component_code)) filter (where component_code is not null)::integer as components_sold
  from ratio_analyses
), sold as (
  select count(*) filter (where year = :year::integer)::integer as year_sales,
    percentile_cont(0.5) within group (order by purchase_price) filter (where year = :year::integer) as median_price
  from counted_sales
), standard as (
  select count(*)::integer as standard_sales
  from sale_counted
  where population = 'standard' and district_code = any(:districts::text[])
    and contract_date between date_trunc('month', sale_window_start(:year::integer)::timestamp)::date and sale_window_end(:year::integer)
), received as (
  select count(*)::integer as window_sales
  from sale
  where status = 'A' and district_code = any(:districts::text[])
    and contract_date between sale_window_start(:year::integer) and sale_window_end(:year::integer)
), texts as (
  select count(*) filter (where report = 'distfinal')::integer as texts_open,
    count(*) filter (where report = 'mediarel')::integer as sentences_open
  from report_text
  where status <> 'DONE' and district_code = any(:districts::text[]) and base_date = base_date_of(:year::integer + 1)
)
select *
from valued, studied, sold, standard, received, texts
