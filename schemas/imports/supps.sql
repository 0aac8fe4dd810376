-- A supp is found by the number of the Valuer General's work. What a file leaves empty stays as it is.
with line as (
  select l.*, count(*) over (partition by l.vg_workflow) as times,
    coalesce(l.parents, '[]') || coalesce(l.children, '[]') as relatives
  from jsonb_to_recordset(:rows::jsonb) as l (line integer, vg_workflow text, batch text, supp_type text, pid bigint, district text,
    reason text, authority text, basis text, base_dates jsonb, received date, due date, old_area numeric, new_area numeric,
    area_unit text, old_zone text, new_zone text, old_component text, new_component text, address text, legal text,
    parents jsonb, children jsonb)
), day as (
  select l.line, d.written, case when d.written ~ '^[0-9]{4}-?07-?01$' then to_date(replace(d.written, '-', ''), 'YYYYMMDD')
    when d.written ~ '^0?1/0?7/[0-9]{4}$' then to_date(d.written, 'DD/MM/YYYY') end as base_date
  from line l cross join lateral jsonb_array_elements_text(coalesce(l.base_dates, '[]')) d (written)
), relative as (
  select l.line, r.role, r.written, r.place
  from line l cross join lateral (
    select 'PARENT' as role, p.written, p.place from jsonb_array_elements_text(coalesce(l.parents, '[]')) with ordinality p (written, place)
    union all
    select 'CHILD', c.written, 1000 + c.place from jsonb_array_elements_text(coalesce(l.children, '[]')) with ordinality c (written, place)
  ) r
), told as (
  select l.*, p.district_code, p.status, contract_region_of(p.district_code::text) as region, p.zone_code as stood_zone, p.component_code as stood_component,
    s.id, s.version, s.transmit_status, s.property_id as of_property, s.supp_type as of_type, s.batch as old_batch, s.reason_code as old_reason,
    s.authority_code as old_authority, s.basis_code as old_basis, s.received_on as old_received, s.due_on as old_due,
    s.new_area as had_area, s.new_area_unit as had_unit, s.new_zone_code as had_zone, s.new_component_code as had_component,
    s.new_address as had_address, s.new_legal_description as had_legal, s.stage as had_stage
  from line l
  left join property p on p.id = l.pid
  left join supp s on s.vg_workflow = l.vg_workflow
), differing as (
  select t.line, v.field, v.old_value, v.new_value
  from told t cross join lateral (values
    ('supp_type', t.of_type, t.supp_type), ('batch', t.old_batch, t.batch), ('reason_code', t.old_reason, t.reason),
    ('authority_code', t.old_authority, t.authority), ('basis_code', t.old_basis, t.basis),
    ('received_on', t.old_received::text, t.received::text), ('due_on', t.old_due::text, t.due::text),
    ('new_area', trim_scale(t.had_area)::text, trim_scale(t.new_area)::text),
    ('new_area_unit', t.had_unit::text, case when t.new_area is not null then t.area_unit end),
    ('new_zone_code', t.had_zone, t.new_zone), ('new_component_code', t.had_component, t.new_component),
    ('new_address', t.had_address, t.address), ('new_legal_description', t.had_legal, t.legal)
  ) v (field, old_value, new_value)
  where t.id is not null and v.new_value is not null and v.new_value is distinct from v.old_value
  union all
  select t.line, 'base_date', null, d.base_date::text
  from told t join day d on d.line = t.line
  where t.id is not null and not exists (select from supp_value v where v.supp_id = t.id and v.base_date = d.base_date)
), changed as (
  select f.line, bool_or(f.field = 'supp_type') as another_type, jsonb_agg(to_jsonb(f) - 'line' order by f.field) as changes
  from differing f group by f.line
)
select t.line, t.id, t.version, t.district_code::text as district_code, t.pid as property_id, t.supp_type, t.vg_workflow,
  coalesce(t.batch, t.old_batch) as batch, coalesce(t.reason, t.old_reason) as reason_code,
  coalesce(t.authority, t.old_authority, case when t.id is null then setting_text('supp.default.authority', t.region) end) as authority_code,
  coalesce(t.basis, t.old_basis, case when t.id is null then setting_text('supp.default.basis', t.region) end) as basis_code,
  coalesce(t.received, t.old_received, office_today()) as received_on, coalesce(t.due, t.old_due) as due_on,
  coalesce(t.new_area, t.had_area) as new_area,
  coalesce(case when t.new_area is not null then t.area_unit end, t.had_unit::text) as new_area_unit,
  coalesce(t.new_zone, t.had_zone) as new_zone_code, coalesce(t.new_component, t.had_component) as new_component_code,
  coalesce(t.address, t.had_address) as new_address, coalesce(t.legal, t.had_legal) as new_legal_description,
  case when t.id is null then setting_text('supp.import.stage', t.region) else t.had_stage end as stage,
  (select coalesce(jsonb_agg(r.row order by r.base_date, r.series), '[]') from (
    select v.base_date, v.series, jsonb_build_object('id', v.id, 'base_date', v.base_date, 'series', v.series, 'land_value', v.land_value,
      'basis_code', v.basis_code, 'onsite_allowance', v.onsite_allowance, 'offsite_allowance', v.offsite_allowance,
      'subdivider_allowance', v.subdivider_allowance, 'stratum_allowance', v.stratum_allowance, 'heritage_value', v.heritage_value,
      'muaf_pct', v.muaf_pct, 'mdaf_pct', v.mdaf_pct, 'unutilised_value', v.unutilised_value, 'attributable_part', v.attributable_part) as row
    from supp_value v where v.supp_id = t.id
    union all
    select distinct d.base_date, 'LT', jsonb_build_object('base_date', d.base_date, 'series', 'LT')
    from day d where d.line = t.line and not exists (select from supp_value v where v.supp_id = t.id and v.base_date = d.base_date)
  ) r) as supp_values,
  coalesce((select jsonb_agg(jsonb_build_object('property_id', r.written::bigint, 'role', r.role)
      || coalesce((select jsonb_build_object('id', c.id) from supp_property c
        where c.supp_id = t.id and c.property_id = r.written::bigint and c.role = r.role), '{}') order by r.place)
    from relative r where r.line = t.line and r.written ~ '^[0-9]{1,15}$'),
    (select jsonb_agg(jsonb_build_object('id', c.id, 'property_id', c.property_id, 'role', c.role) order by c.id)
    from supp_property c where c.supp_id = t.id), '[]') as related,
  case when t.times > 1 then format('VG workflow %s stands in %s lines.', t.vg_workflow, t.times)
    when t.district_code is null then format('There is no property %s in your districts.', t.pid)
    when t.district is not null and t.district <> t.district_code::text
      then format('Property %s lies in district %s, the file says %s.', t.pid, t.district_code, t.district)
    when t.id is not null and t.of_property <> t.pid then format('VG workflow %s is about property %s, the file says %s.', t.vg_workflow, t.of_property, t.pid)
    when t.id is null and t.status = 'X' then format('Property %s is cancelled. A cancelled property takes no supp.', t.pid)
    when exists (select from day d where d.line = t.line and d.base_date is null) then
      format('“%s” is no base date; a 1 July such as 2026-07-01 is.', (select min(d.written) from day d where d.line = t.line and d.base_date is null))
    when exists (select from relative r where r.line = t.line and r.written !~ '^[0-9]{1,15}$') then
      format('“%s” is no PID.', (select min(r.written) from relative r where r.line = t.line and r.written !~ '^[0-9]{1,15}$'))
    when t.reason is not null and not exists (select from reference_item i where i.list = 'suppreason' and i.code = t.reason)
      then format('“%s” is no reason of the list.', t.reason)
    when t.authority is not null and not exists (select from reference_item i where i.list = 'authority' and i.code = t.authority)
      then format('“%s” is no authority of the list.', t.authority)
    when t.basis is not null and not exists (select from reference_item i where i.list = 'basis' and i.code = t.basis)
      then format('“%s” is no basis of the list.', t.basis)
  end as refused,
  case when c.line is not null and (t.transmit_status <> 'F' or c.another_type) then 'conflict'
    when t.id is not null and t.transmit_status <> 'F' then 'same' end as fate,
  case when c.line is not null and t.transmit_status <> 'F'
    then format('It is %s. What the file says was not written.', case t.transmit_status when 'T' then 'ready to send' when 'S' then 'sent' else 'completed' end)
    when c.another_type then 'The type of a supp does not change. What the file says was not written.'
    when t.old_zone <> t.stood_zone then format('The file has the old zone %s, the property has %s.', t.old_zone, t.stood_zone)
    when t.old_component <> t.stood_component then format('The file has the old component %s, the property has %s.', t.old_component, t.stood_component)
  end as message,
  c.changes
from told t
left join changed c on c.line = t.line
order by t.line
