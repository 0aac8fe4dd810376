-- Which properties have no component, or one that does not fit them?
-- Each active property by the first reason that holds: BLANK no component; UNKNOWN its district has none of that code; INACTIVE it is
-- kept for older records only; ZONE its zone is another, and both codes hold at 1 July of the year after the base year; OLDZONE one
-- of them holds no longer; CROWN one is Crown land and the other is not; TYPE the types differ. An empty zone or type is not judged.
-- counts: properties by property_id
with held as (
  select distinct code from zone where base_date_of(:year::integer + 1) between valid_from and valid_to
), told as (
  select p.id as property_id, p.district_code, p.address, p.component_code, c.description as component_description, p.zone_code,
    c.zone_code as component_zone, p.benchmark_property_type as benchmark_kind, c.property_type as component_kind, p.crown,
    case when p.component_code is null then 'BLANK'
      when c.id is null then 'UNKNOWN'
      when not c.active then 'INACTIVE'
      when p.zone_code <> c.zone_code then
        case when p.zone_code in (select code from held) and c.zone_code in (select code from held) then 'ZONE' else 'OLDZONE' end
      when p.crown <> c.crown then 'CROWN'
      when p.benchmark_property_type <> c.property_type then 'TYPE' end as component_reason
  from property as p
  left join component as c on c.district_code = p.district_code and c.code = p.component_code and c.synthetic = p.synthetic
  where p.status = 'A'
    and p.district_code = any(:districts::text[])
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
    and (:types::text[] is null or p.benchmark_property_type = any(:types::text[]))
)
select property_id, district_code, address, component_reason, component_code, component_description, zone_code, component_zone,
  benchmark_kind, component_kind,
  case component_reason
    when 'BLANK' then 'No component'
    when 'UNKNOWN' then format('District %s has no component %s', district_code, component_code)
    when 'INACTIVE' then format('%s is not in use', component_code)
    when 'ZONE' then format('Property in %s, component in %s', zone_code, component_zone)
    when 'OLDZONE' then format('Property in %s, component in %s', zone_code, component_zone)
    when 'CROWN' then case when crown then 'Crown land, the component is not' else 'Component of Crown land, the property is not' end
    when 'TYPE' then format('Property %s, component %s', benchmark_kind, component_kind) end as detail
from told
where component_reason is not null
