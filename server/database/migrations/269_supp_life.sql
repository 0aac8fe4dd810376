-- What the moves of a supp do: docs/decisions/0141. Everything runs as the caller, under row security.

-- The days of a supp follow its state.
create function supp_days() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  if new.transmit_status = 'S' then new.sent_on := current_date;
  elsif new.transmit_status = 'X' then new.completed_on := current_date;
  elsif new.transmit_status = 'F' then new.sent_on := null; new.completed_on := null;
  end if;
  return new;
end $$;
create trigger supp_days before update on supp for each row
  when (new.transmit_status is distinct from old.transmit_status) execute function supp_days();

-- F to T: every failing check is corrected or acknowledged.
create function supp_ready(id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  failing text;
  n integer;
begin
  perform supp_demand_property(supp_ready.id);
  perform supp_check(array[id]);
  select count(*), string_agg(distinct c.rule, ', ' order by c.rule) into n, failing from check_result c
  where c.item_type = 'SU' and c.item_id = supp_ready.id and c.severity = 'E' and c.acknowledged_comment is null;
  if n > 0 then
    raise exception '%', case when n = 1 then format('Check %s fails. Run the checks, and correct or acknowledge what they find.', failing)
      else format('%s findings of the checks %s stand. Run the checks, and correct or acknowledge what they find.', n, failing) end;
  end if;
end $$;

-- A property that went since the supp came; one that only this supp takes away is there still.
create function supp_demand_property(id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  s supp;
begin
  select * into s from supp t where t.id = supp_demand_property.id;
  if exists (select from property p where p.id = s.property_id and p.status = 'X') then
    raise exception 'Property % is cancelled. A supp for it goes no further.', s.property_id;
  end if;
end $$;

-- One property as it becomes, with its history; the version rises as with any save.
create function supp_write_property(of_id bigint, becomes jsonb) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  p property;
  changed jsonb;
begin
  select * into p from property t where t.id = of_id for update;
  if p.id is null then raise exception 'Property % does not exist, or you may not see it.', of_id; end if;
  select jsonb_object_agg(b.key, jsonb_build_object('old', to_jsonb(p) -> b.key, 'new', b.value)) into changed
  from jsonb_each(becomes) b where to_jsonb(p) -> b.key is distinct from b.value;
  if changed is null then return; end if;
  update property t set status = n.status, area = n.area, area_unit = n.area_unit, zone_code = n.zone_code,
    component_code = n.component_code, legal_description = n.legal_description,
    area_changed_at = case when n.area is distinct from p.area then now() else p.area_changed_at end,
    area_changed_by = case when n.area is distinct from p.area then app_user_id() else p.area_changed_by end,
    version = t.version + 1
  from jsonb_populate_record(p, becomes) n where t.id = of_id;
  if not found then raise exception 'You may not change property %.', of_id; end if;
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  values (app_user_id(), 'property', of_id, 'update', p.version, changed, p.district_code, p.synthetic);
end $$;

-- S to X: what becomes of the properties.
create function supp_completed(id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  s supp;
  p property;
  r record;
  becomes jsonb;
begin
  select * into s from supp t where t.id = supp_completed.id;
  perform supp_demand_property(supp_completed.id);
  select * into p from property t where t.id = s.property_id;
  for r in select c.property_id, c.role, o.status from supp_property c join property o on o.id = c.property_id
    where c.supp_id = s.id order by c.property_id
  loop
    if r.role = 'PARENT' and r.property_id <> s.property_id and r.status <> 'X' then
      perform supp_write_property(r.property_id, '{"status": "X"}');
    elsif r.role = 'CHILD' and r.status = 'X' then
      raise exception 'Property % is cancelled. It is no child of this supp.', r.property_id;
    elsif r.role = 'CHILD' and r.status = 'O' then
      perform supp_write_property(r.property_id, '{"status": "A"}');
    end if;
  end loop;
  becomes := jsonb_strip_nulls(jsonb_build_object('area', s.new_area,
    'area_unit', case when s.new_area is not null then coalesce(s.new_area_unit, p.area_unit) end,
    'zone_code', s.new_zone_code, 'component_code', s.new_component_code, 'legal_description', s.new_legal_description,
    'status', case
      when s.supp_type = 'PX' then 'X'
      when exists (select from supp_property c where c.supp_id = s.id and c.property_id = s.property_id and c.role = 'PARENT') then 'X'
      when s.supp_type = 'PE' then 'A' end));
  -- The log of areas is kept by the table of properties: it names the supp that brought the change.
  execute format('set local cadastre.area_supp = %L', s.id::text);
  perform supp_write_property(s.property_id, becomes);
  set local cadastre.area_supp = '';
  insert into property_value (property_id, base_date, series, land_value, authority_code, basis_code,
    onsite_allowance, offsite_allowance, subdivider_allowance, stratum_allowance, heritage_value, muaf_pct, mdaf_pct,
    unutilised_value, attributable_part, method, risk_rating, valid_from)
  select s.property_id, v.base_date, v.series, v.land_value, coalesce(s.authority_code, '14B'), coalesce(v.basis_code, s.basis_code),
    v.onsite_allowance, v.offsite_allowance, v.subdivider_allowance, v.stratum_allowance, v.heritage_value, v.muaf_pct, v.mdaf_pct,
    v.unutilised_value, v.attributable_part, 'S', p.risk_rating, current_date
  from supp_value v where v.supp_id = s.id and v.land_value is not null
  on conflict (property_id, base_date, series) do update set
    land_value = excluded.land_value, authority_code = excluded.authority_code, basis_code = excluded.basis_code,
    onsite_allowance = excluded.onsite_allowance, offsite_allowance = excluded.offsite_allowance,
    subdivider_allowance = excluded.subdivider_allowance, stratum_allowance = excluded.stratum_allowance,
    heritage_value = excluded.heritage_value, muaf_pct = excluded.muaf_pct, mdaf_pct = excluded.mdaf_pct,
    unutilised_value = excluded.unutilised_value, attributable_part = excluded.attributable_part,
    method = 'S', factor_applied = null, factor_component = null, valid_from = excluded.valid_from,
    version = property_value.version + 1;
end $$;

-- X to F, of a cancelled property alone and by an administrator: the property is there again.
create function supp_reopened(id bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  of_id bigint := (select s.property_id from supp s where s.id = supp_reopened.id);
begin
  perform supp_write_property(of_id, '{"status": "A"}');
end $$;
