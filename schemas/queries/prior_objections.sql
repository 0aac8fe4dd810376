-- The objections to the values of the last base dates up to the base year, as many as the option objection.years says.
with options as materialized (
  select code, setting_number('objection.years', contract_region_of(code))::integer as years
  from unnest(:districts::text[]) as code
)
select b.id as objection_id, b.property_id, b.district_code::text as district_code, b.base_date, b.outcome, b.claimed_value, b.lv_before,
  b.lv_after
from objection as b
join options as o on o.code = b.district_code
where b.base_date > base_date_of(:year::integer) - make_interval(years => o.years)
  and b.base_date <= base_date_of(:year::integer)
