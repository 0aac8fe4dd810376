-- Supps with their property, their age and the value that they give, as lists and records show them.

select s.*,
  d.name as district_name,
  p.address,
  p.suburb,
  p.status as property_status,
  coalesce(s.new_zone_code, s.old_zone_code) as zone_code,
  coalesce(s.new_component_code, s.old_component_code) as component_code,
  coalesce(s.new_area, s.old_area) as area,
  case when s.new_area is null then s.old_area_unit else coalesce(s.new_area_unit, s.old_area_unit) end as area_unit,
  a.full_name as assigned_name,
  u.full_name as valuer_name,
  v.base_years,
  v.land_value,
  case when s.completed_on is null then (current_date - s.received_on)::integer end as age_days,
  (s.completed_on - s.received_on)::integer as turnaround_days,
  f.failing_checks, f.check_warnings,
  f.failing_checks > 0 as has_failing,
  o.days::integer as overdue_days,
  s.transmit_status in ('F', 'T') and current_date > least(s.due_on, s.received_on + o.days::integer) as overdue
from supp s
left join district d on d.code = s.district_code
left join property p on p.id = s.property_id
left join app_user a on a.id = s.assigned_to
left join app_user u on u.id = s.valuer_id
left join lateral (
  select string_agg(distinct extract(year from x.base_date)::text, ', ') as base_years,
    (array_agg(x.land_value order by (x.series = 'LT') desc, x.base_date desc))[1]::bigint as land_value
  from supp_value x where x.supp_id = s.id) v on true
left join lateral (
  select count(*) filter (where c.severity = 'E' and c.acknowledged_comment is null)::integer as failing_checks,
    count(*) filter (where c.severity = 'W' and c.acknowledged_comment is null)::integer as check_warnings
  from check_result c where c.item_type = 'SU' and c.item_id = s.id) f on true
-- The region's own turnaround, else what the contractor has set.
left join lateral (
  select coalesce((select r.overdue_turnaround from contract_region r where r.id = contract_region_of(s.district_code)),
    setting_number('supp.overdue.days', contract_region_of(s.district_code))) as days) o on true
