-- Are the values and the sales of each component in line?
-- Analysed sales of the window by their component, those with a future value and an adjusted land value a year later: correlation and
-- least squares of ln V1 on ln S1, from five sales on whose S1 are not all equal. SLOPE: the slope is further from 1 than the option
-- says, and its 95 % interval leaves 1 out. LOOSE: less is explained than the option says, though the sales spread enough to tell.
-- counts: anlys by analysis_id
-- uses: ratio_analyses
with pairs as (
  select analysis_id, district_code, component_code, ln(v1::double precision) as y, ln(alv_future::double precision) as x
  from ratio_analyses
  where v1 > 0 and alv_future > 0 and component_code is not null
), fits as (
  select district_code, component_code, count(*)::integer as n, corr(y, x) as rho, regr_slope(y, x) as slope,
    sqrt(greatest(regr_syy(y, x) - regr_slope(y, x) * regr_sxy(y, x), 0) / nullif(count(*) - 2, 0) / nullif(regr_sxx(y, x), 0)) as error,
    stddev_samp(x) as spread
  from pairs
  group by district_code, component_code
), quantiles as materialized (
  select n, student_t_quantile(0.975, n - 2) as t from (select distinct n from fits where n >= 5) as sizes
), limits as materialized (
  select code, setting_number('corr.slope.band', contract_region_of(code)) / 100 as band,
    setting_number('corr.fit', contract_region_of(code)) / 100 as fit, setting_number('corr.spread', contract_region_of(code)) as spread
  from unnest(:districts::text[]) as code
), told as (
  select f.district_code || '-' || f.component_code as key, f.district_code, f.component_code, f.n as component_sales,
    case when f.n >= 5 and f.spread > 0 then f.rho end as correlation, case when f.n >= 5 and f.spread > 0 then f.rho ^ 2 end as r_squared,
    case when f.n >= 5 and f.spread > 0 then f.slope end as slope, case when f.spread > 0 then f.slope - q.t * f.error end as slope_low,
    case when f.spread > 0 then f.slope + q.t * f.error end as slope_high, f.spread, l.band, l.fit, l.spread as least_spread
  from fits as f
  join limits as l on l.code = f.district_code
  left join quantiles as q on q.n = f.n
)
select key, district_code, component_code, component_sales, correlation, r_squared, slope, slope_low, slope_high,
  nullif(concat_ws(', ', case when abs(slope - 1) > band and (1 < slope_low or 1 > slope_high) then 'SLOPE' end,
    case when r_squared < fit and spread >= least_spread then 'LOOSE' end), '') as fit_flags
from told
