-- What the tiles of the management hub say of the district: figures of their reports.
-- uses: contract_years, verification_status, report_months, property_work
with verified as (
  select count(*) filter (where outstanding)::integer as to_verify,
    count(*) filter (where outstanding and level = 1)::integer as to_verify_1,
    count(distinct district_code) filter (where outstanding)::integer as districts_behind,
    count(distinct (district_code, component_code)) filter (where outstanding)::integer as components_behind
  from verification_status
), worked as (
  select count(distinct property_id) filter (where work = 'VERIFIED' and on_date >= month_start)::integer as verified_in_month,
    count(distinct person_id) filter (where on_date >= window_start + interval '1 month')::integer as people
  from property_work
  where not later
)
select *
from verified, worked
