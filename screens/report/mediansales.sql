-- Median sales by suburb or component in a calendar year, beside the year before. A suburb is one place even where
-- it lies in two districts; a component belongs to its district. Percentiles of type 7.
-- counts: sales by sale_id
-- uses: counted_sales
with counted as (
  select c.sale_id, c.district_code, c.purchase_price,
    case when :group_by::text = 'component' then null else c.suburb end as suburb,
    case when :group_by::text = 'component' then c.component_code end as component_code, c.year
  from counted_sales as c
), place as (
  select suburb, component_code,
    case when :group_by::text = 'component' then district_code end as component_district,
    string_agg(distinct district_code, ',' order by district_code) filter (where year = :year::integer) as district_codes,
    count(*) filter (where year = :year::integer)::integer as n,
    percentile_cont('{0,0.25,0.5,0.75,1}'::double precision[]) within group (order by purchase_price)
      filter (where year = :year::integer) as q,
    count(*) filter (where year < :year::integer)::integer as prior_n,
    percentile_cont(0.5) within group (order by purchase_price) filter (where year < :year::integer) as prior_median
  from counted
  group by suburb, component_code, component_district
)
select coalesce(component_district || ' ' || component_code, component_district, suburb, '') as place,
  suburb, component_code, component_district, district_codes,
  case when position(',' in district_codes) = 0 then district_codes end as district_code,
  n, q[1] as minimum, q[2] as q1, q[3] as median, q[4] as q3, q[5] as maximum,
  prior_n, prior_median, q[3] / nullif(prior_median, 0) - 1 as change,
  n < 5 as small_sample,
  make_date(:year::integer, 1, 1) as from_date, make_date(:year::integer, 12, 31) as to_date
from place
where n > 0
