-- Does the market agree with the factor?
-- The trend is that of ln(LVc ÷ V0) by the months from the base date to the contract, of analysed sales of the eight quarters with both;
-- V0 holds size and place. Annual = (1 + monthly)^12 − 1. The gap is annual less (factor − 1); the market agrees where factor^(1/12) − 1
-- lies in the 95 % interval of the monthly change. Without enough sales, or months from the first to the last, nothing is judged.
-- counts: anlys by analysis_id
-- uses: quarter_analyses
with listed as (
  select district_code, component_code, max(component_description) as component_description, max(factor) as factor,
    count(*) filter (where v0 > 0)::integer as trend_sales,
    months_between(min(contract_date) filter (where v0 > 0), max(contract_date) filter (where v0 > 0)) as months_covered,
    array_agg(ln(land_value::double precision / v0) order by analysis_id) filter (where v0 > 0) as growth,
    array_agg(months order by analysis_id) filter (where v0 > 0) as months
  from quarter_analyses
  group by district_code, component_code
), trended as (
  -- offset 0: the trend is computed once.
  select l.*, time_trend(l.growth, l.months) as t,
    coalesce(l.trend_sales >= coalesce(:least_sales::integer, 8) and l.months_covered >= coalesce(:least_months::numeric, 6), false) as enough
  from listed as l
  offset 0
), judged as (
  select district_code || ' ' || component_code as key, district_code, component_code, component_description, trend_sales, months_covered,
    (t).monthly as market_monthly, (t).monthly_low as market_low, (t).monthly_high as market_high,
    power(1 + (t).monthly, 12) - 1 as market_annual, factor, factor - 1 as factor_move,
    case when enough then power(1 + (t).monthly, 12) - factor end as market_gap,
    case when enough then power(factor::double precision, 1.0 / 12) - 1 between (t).monthly_low and (t).monthly_high end as agrees,
    (t).r_squared as r_squared, enough
  from trended
)
-- A chart draws the components that it has a name of: those where the market does not agree.
select j.*, case when not j.agrees then j.key end as apart_key, case when not j.agrees then abs(j.market_gap) end as apart,
  case when j.market_gap > 0 then 'Market above' else 'Market below' end as side
from judged as j
