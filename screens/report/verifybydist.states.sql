-- How many properties of each district are in which state of verification.
-- counts: properties by property_id
-- uses: verification_status
with told as (
  select property_id, district_code, region_id,
    case when required is null then 'No cycle' when in_cycle then 'In cycle' when outstanding then 'Outstanding' else 'Not due yet' end
      as state
  from verification_status
)
select district_code, region_id, state, count(*)::integer as n
from told
group by district_code, region_id, state
