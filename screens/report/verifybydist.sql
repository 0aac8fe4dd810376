-- Is each district verified as often as the contract asks, and where will it end this contract year?
-- Required = properties × contract year ÷ cycle, at most all of them. In cycle: verified last within the cycle before 31 December
-- of the year after the base year. Outstanding: not in cycle, and due by the end of the contract year. Forecast: verified so far in
-- the contract year × the year before as a whole ÷ the year before up to the same day; without those ÷ the share of the year gone.
-- counts: properties by property_id
-- uses: contract_years, verification_status
with counted as (
  select district_code, count(*)::integer as n,
    count(*) filter (where level = 1)::integer as level_1, count(*) filter (where level = 2)::integer as level_2,
    count(*) filter (where level = 3)::integer as level_3,
    count(*) filter (where coalesce(level, 0) not between 1 and 3)::integer as no_level,
    count(*) filter (where in_1)::integer as year_1, count(*) filter (where in_2)::integer as year_2,
    count(*) filter (where in_3)::integer as year_3, count(*) filter (where in_4)::integer as year_4,
    count(*) filter (where in_5)::integer as year_5, count(*) filter (where in_6)::integer as year_6,
    count(*) filter (where in_year)::integer as so_far,
    count(*) filter (where in_year_before)::numeric as before_total,
    count(*) filter (where in_year_before_so_far)::integer as before_so_far,
    sum(required) as required, count(*) filter (where in_cycle)::integer as in_cycle,
    count(*) filter (where in_cycle)::numeric / nullif(count(required), 0) as in_cycle_share,
    count(*) filter (where outstanding)::integer as outstanding
  from verification_status
  group by district_code
)
select c.district_code, y.district, y.region_id, y.region, y.contract_year, c.n, c.level_1, c.level_2, c.level_3, c.no_level,
  c.year_1, c.year_2, c.year_3, c.year_4, c.year_5, c.year_6,
  c.in_cycle, c.in_cycle_share, c.required,
  case when c.required is not null then greatest(0, ceil(round(c.required - c.in_cycle, 6)))::integer end as behind,
  c.outstanding,
  case when y.contract_year is null or y.today < y.year_from then null
    when y.today >= y.year_to then c.so_far
    when c.before_so_far > 0 then round(c.so_far * c.before_total / c.before_so_far)
    else round(c.so_far / greatest(1.0 / 12, (y.today - y.year_from + 1)::numeric / (y.year_to - y.year_from)))
  end::integer as forecast
from counted as c
join contract_years as y on y.district_code = c.district_code
