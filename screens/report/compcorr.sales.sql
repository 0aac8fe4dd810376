-- The analysed sales behind it, each with the value that the line of its component gives; of fewer than five no line.
-- counts: anlys by analysis_id
-- uses: ratio_analyses
select analysis_id, district_code, component_code, address, v1, alv_future,
  case when count(*) over w >= 5 then exp(regr_intercept(ln(v1::double precision), ln(alv_future::double precision)) over w
    + regr_slope(ln(v1::double precision), ln(alv_future::double precision)) over w * ln(alv_future::double precision)) end as fitted_value
from ratio_analyses
where v1 > 0 and alv_future > 0 and component_code is not null
window w as (partition by district_code, component_code)
