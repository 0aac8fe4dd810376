-- The median land value at contract of each component, quarter by quarter: by area, without strata lots, and against the LT value.
-- counts: anlys by analysis_id
-- uses: quarter_analyses
select district_code || ' ' || component_code as key, district_code, component_code, quarter, count(rate)::integer as quarter_sales,
  percentile_cont(0.5) within group (order by rate) as quarter_rate,
  count(*) filter (where v0 > 0)::integer as level_sales,
  percentile_cont(0.5) within group (order by land_value::double precision / v0) filter (where v0 > 0) as quarter_level
from quarter_analyses
group by district_code, component_code, quarter
