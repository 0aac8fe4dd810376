-- What shapes have the ratios: how they spread, whether dear land is valued as cheap land, and whether they drift with the contract?
-- The sales are those of the level of values by zone. A bar of the spread takes a twentieth: its lower bound belongs to it; what is
-- below 0.50, and from 1.50 on, is one bar each. Of more than 2,000 points every second, third and so on is drawn, by AID.
-- counts: anlys by analysis_id
-- uses: ratio_analyses
with paired as (
  select *, v / s as ratio, least(greatest(20 * v::bigint / s::bigint, 9), 30) as twentieths,
    row_number() over (order by analysis_id) as place, ceil(count(*) over () / 2000.0)::bigint as every
  from ratio_analyses
  where v is not null and s is not null
)
select analysis_id, property_id, address, district_code, zone_code, component_code, contract_date, ratio, s as study_alv,
  case when place % every = 0 then ratio end as drawn_ratio, (place % every = 0)::integer as drawn,
  twentieths / 20.0 as ratio_from, (twentieths + 1) / 20.0 as ratio_to, date_trunc('month', contract_date)::date as contract_month
from paired
