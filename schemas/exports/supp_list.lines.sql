-- Lists with | between, as the import reads them.
select s.id as item, s.district_code, s.vg_workflow, s.batch, s.supp_type, s.property_id as pid, s.district_code as district,
  s.reason_code as reason, s.authority_code as authority, s.basis_code as basis,
  (select string_agg(v.base_date::text, '|' order by v.base_date) from supp_value v where v.supp_id = s.id and v.series = 'LT') as base_dates,
  s.received_on as received, s.due_on as due, trim_scale(s.old_area) as old_area, trim_scale(s.new_area) as new_area,
  case when coalesce(s.new_area, s.old_area) is not null then coalesce(s.new_area_unit, s.old_area_unit) end as area_unit,
  s.old_zone_code as old_zone, s.new_zone_code as new_zone,
  s.old_component_code as old_component, s.new_component_code as new_component, s.new_address as address, s.new_legal_description as legal,
  (select string_agg(r.property_id::text, '|' order by r.id) from supp_property r where r.supp_id = s.id and r.role = 'PARENT') as parents,
  (select string_agg(r.property_id::text, '|' order by r.id) from supp_property r where r.supp_id = s.id and r.role = 'CHILD') as children
from supp s
where s.id = any (:ids::bigint[])
order by s.district_code, s.id
