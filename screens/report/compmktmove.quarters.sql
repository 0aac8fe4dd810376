-- The median land value at contract of each component, quarter by quarter: by area, without strata lots, and against the LT value.
-- A chart draws what it has a name of: the quarters of the eight components with the most sales. Forty lines would say nothing.
-- counts: anlys by analysis_id
-- uses: quarter_analyses
with quartered as (
  select district_code || ' ' || component_code as key, district_code, component_code, quarter, count(rate)::integer as quarter_sales,
    percentile_cont(0.5) within group (order by rate) as quarter_rate,
    count(*) filter (where v0 > 0)::integer as level_sales,
    percentile_cont(0.5) within group (order by land_value::double precision / v0) filter (where v0 > 0) as quarter_level
  from quarter_analyses
  group by district_code, component_code, quarter
), busiest as (
  select district_code || ' ' || component_code as key, row_number() over (order by count(*) desc, district_code, component_code) as place
  from quarter_analyses
  group by district_code, component_code
)
select q.*, case when b.place <= 8 then to_char(q.quarter, 'YYYY "Q"Q') end as line_quarter
from quartered as q
left join busiest as b on b.key = q.key
