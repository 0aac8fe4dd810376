-- A file of answers completes a thousand supps: their properties one after another, for one may be about what another has done,
-- and their values together. Of two that hold a value for the same property and year the later one stands, as before.
drop function supp_completed(bigint);
create function supp_completed(which bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  s supp;
  p property;
  r record;
  becomes jsonb;
begin
  for s in select * from supp t where t.id = any (which) order by t.id loop
    perform supp_demand_property(s.id);
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
  end loop;
  insert into property_value (property_id, base_date, series, land_value, authority_code, basis_code,
    onsite_allowance, offsite_allowance, subdivider_allowance, stratum_allowance, heritage_value, muaf_pct, mdaf_pct,
    unutilised_value, attributable_part, method, risk_rating, valid_from)
  select distinct on (c.property_id, v.base_date, v.series) c.property_id, v.base_date, v.series, v.land_value,
    coalesce(c.authority_code, '14B'), coalesce(v.basis_code, c.basis_code),
    v.onsite_allowance, v.offsite_allowance, v.subdivider_allowance, v.stratum_allowance, v.heritage_value, v.muaf_pct, v.mdaf_pct,
    v.unutilised_value, v.attributable_part, 'S', o.risk_rating, current_date
  from supp c
  join supp_value v on v.supp_id = c.id
  join property o on o.id = c.property_id
  where c.id = any (which) and v.land_value is not null
  order by c.property_id, v.base_date, v.series, c.id desc
  on conflict (property_id, base_date, series) do update set
    land_value = excluded.land_value, authority_code = excluded.authority_code, basis_code = excluded.basis_code,
    onsite_allowance = excluded.onsite_allowance, offsite_allowance = excluded.offsite_allowance,
    subdivider_allowance = excluded.subdivider_allowance, stratum_allowance = excluded.stratum_allowance,
    heritage_value = excluded.heritage_value, muaf_pct = excluded.muaf_pct, mdaf_pct = excluded.mdaf_pct,
    unutilised_value = excluded.unutilised_value, attributable_part = excluded.attributable_part,
    method = 'S', factor_applied = null, factor_component = null, valid_from = excluded.valid_from,
    version = property_value.version + 1;
end $$;
grant execute on function supp_completed(bigint[]) to cadastre_writer;
