-- Is each component verified as often as the contract asks, and what is due next?
-- Required = properties × contract year ÷ cycle, at most all of them. In cycle: verified last within the cycle before 31 December
-- of the year after the base year. Outstanding: not in cycle, and due by the end of the contract year. Next due: the earliest last
-- verification, else the beginning of the contract, and a cycle.
-- counts: properties by property_id
-- uses: contract_years, verification_status
with counted as (
  select district_code, component_code, bool_or(synthetic) as synthetic, count(*)::integer as n,
    count(*) filter (where in_year)::integer as verified_this_year,
    sum(required) as required, count(*) filter (where in_cycle)::integer as in_cycle,
    count(*) filter (where in_cycle)::numeric / nullif(count(required), 0) as in_cycle_share,
    count(*) filter (where outstanding)::integer as outstanding,
    min(due_on) as next_due, coalesce(bool_or(due_on < until), false) as overdue
  from verification_status
  group by district_code, component_code
)
select c.district_code || ' ' || coalesce(nullif(c.component_code, ''), 'none') as key, c.district_code, y.district, y.region_id, y.region,
  y.contract_year, c.component_code, d.description as component_description, c.n,
  c.verified_this_year, c.required,
  c.in_cycle, c.in_cycle_share,
  c.outstanding, c.next_due, c.overdue, u.full_name as component_valuer
from counted as c
join contract_years as y on y.district_code = c.district_code
left join component as d on d.district_code = c.district_code and d.code = c.component_code and d.synthetic = c.synthetic
left join app_user as u on u.id = d.valuer_id
