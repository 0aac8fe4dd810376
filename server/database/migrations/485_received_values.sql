-- Values as files bring them: each is kept as it was received, and becomes the property's where the property has none, or
-- where whoever imports says so. What stood there is kept beside it, so that a file goes back exactly.
create table received_land_value (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  base_date base_date not null,
  land_value aud not null check (land_value >= 0),
  authority_code text,
  basis_code text,
  method text not null default 'I' check (method in ('F', 'H', 'S', 'I', 'O')),
  -- What else the file says of the value, as columns of property_value; null where it says nothing else.
  details jsonb,
  file_id bigint not null references import_file (id),
  line_no integer not null check (line_no > 0),
  fate text check (fate in ('made', 'replaced', 'same', 'differs', 'kept')),
  value_id bigint,
  value_version integer,
  stood jsonb,
  synthetic boolean not null default false,
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create index received_land_value_property on received_land_value (property_id);
create index received_land_value_file on received_land_value (file_id, line_no);
create index received_land_value_open on received_land_value (file_id) where fate is null;
select record_table('received_land_value', 'district');
select record_permission('received_land_value', 'propU');

-- What everybody reads of them: nobody writes it, it follows.
create function keep_value_imports() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    insert into value_import (property_id, district_code, synthetic, base_date, land_value, authority_code, basis_code, file_id, line_no, created_by)
    select n.property_id, n.district_code, n.synthetic, n.base_date, n.land_value, n.authority_code, n.basis_code, n.file_id, n.line_no, n.created_by
    from new_rows n order by n.id;
  else
    delete from value_import i where i.file_id in (select o.file_id from old_rows o)
      and (i.file_id, i.line_no, i.base_date::date) in (select o.file_id, o.line_no, o.base_date::date from old_rows o);
  end if;
  return null;
end $$;
revoke execute on function keep_value_imports from public;
create trigger value_imports_new after insert on received_land_value referencing new table as new_rows
  for each statement execute function keep_value_imports();
create trigger value_imports_lost after delete on received_land_value referencing old table as old_rows
  for each statement execute function keep_value_imports();

-- The columns of a value that a file may write, as they stand.
create function received_columns(v property_value) returns jsonb
language sql immutable parallel safe
return jsonb_build_object('land_value', v.land_value::bigint, 'authority_code', v.authority_code, 'basis_code', v.basis_code,
  'onsite_allowance', v.onsite_allowance::bigint, 'offsite_allowance', v.offsite_allowance::bigint,
  'subdivider_allowance', v.subdivider_allowance::bigint, 'stratum_allowance', v.stratum_allowance::bigint,
  'heritage_value', v.heritage_value::bigint, 'muaf_pct', v.muaf_pct, 'mdaf_pct', v.mdaf_pct,
  'unutilised_value', v.unutilised_value::bigint, 'attributable_part', v.attributable_part::bigint, 'method', v.method,
  'factor_applied', v.factor_applied, 'factor_component', v.factor_component, 'risk_rating', v.risk_rating,
  'verification_type', v.verification_type, 'verified_on', v.verified_on);

-- What a received value makes of the one that stands there; of none it makes a value.
create function received_value(i received_land_value, stands property_value) returns property_value
language sql immutable parallel safe
return jsonb_populate_record(stands, jsonb_build_object('land_value', i.land_value::bigint,
  'authority_code', coalesce(i.authority_code, case when i.details is null then stands.authority_code end),
  'basis_code', coalesce(i.basis_code, case when i.details is null then stands.basis_code end),
  'method', i.method, 'factor_applied', null, 'factor_component', null) || coalesce(i.details, '{}'));

-- Lines come in thousands, of which the planner knows nothing: loops within loops are what it must not choose.
-- What is received of this file and not settled yet becomes the property's, or stays as it was received. `over`: also where the
-- property has another value that nobody found by hand or on an objection.
create function received_values_settle(of_file bigint, over boolean) returns void
language sql set search_path = public, pg_temp set enable_nestloop = off
begin atomic
  with open as materialized (
    select i.id, v.id as value_id, v.version as value_version, received_columns(v) as stood, p.status, w.becomes,
      d.why is not null or i.land_value::bigint = 0 or p.status = 'X' as kept,
      case when i.details is null then v.land_value::bigint = i.land_value::bigint
        else received_columns(w.becomes) = received_columns(v) end as same,
      v.land_value is null or (over and not v.handcrafted and v.method is distinct from 'H' and v.method is distinct from 'O') as free
    from received_land_value i
    join property p on p.id = i.property_id
    left join property_value v on v.property_id = i.property_id and v.base_date = i.base_date and v.series = 'LT'
    cross join lateral (select received_value(i, v) as becomes) w
    left join (
      select c.district_code, c.base_date, c.synthetic, district_closed(c.district_code::text, c.base_date, c.synthetic) as why
      from (select distinct o.district_code, o.base_date, o.synthetic from received_land_value o where o.file_id = of_file and o.fate is null) c
    ) d on d.district_code = i.district_code and d.base_date = i.base_date and d.synthetic = i.synthetic
    where i.file_id = of_file and i.fate is null
  ), told as materialized (
    select o.*, case when o.value_id is not null and o.same then 'same' when o.kept and o.value_id is not null then 'differs'
      when o.kept then 'kept' when o.value_id is null then 'made' when o.free then 'replaced' else 'differs' end as fate
    from open o
  ), made as (
    insert into property_value (property_id, district_code, synthetic, base_date, series, land_value, authority_code, basis_code,
      onsite_allowance, offsite_allowance, subdivider_allowance, stratum_allowance, heritage_value, muaf_pct, mdaf_pct,
      unutilised_value, attributable_part, method, factor_applied, factor_component, risk_rating, verification_type, verified_on,
      created_by, updated_by)
    select i.property_id, i.district_code, i.synthetic, i.base_date, 'LT', (t.becomes).land_value, (t.becomes).authority_code,
      (t.becomes).basis_code, (t.becomes).onsite_allowance, (t.becomes).offsite_allowance, (t.becomes).subdivider_allowance,
      (t.becomes).stratum_allowance, (t.becomes).heritage_value, (t.becomes).muaf_pct, (t.becomes).mdaf_pct,
      (t.becomes).unutilised_value, (t.becomes).attributable_part, (t.becomes).method, (t.becomes).factor_applied,
      (t.becomes).factor_component, (t.becomes).risk_rating, (t.becomes).verification_type, (t.becomes).verified_on,
      app_user_id(), app_user_id()
    from told t join received_land_value i on i.id = t.id where t.fate = 'made' order by i.id
    returning id, property_id, base_date, version
  ), changed as (
    update property_value v
    set land_value = (t.becomes).land_value, authority_code = (t.becomes).authority_code, basis_code = (t.becomes).basis_code,
      onsite_allowance = (t.becomes).onsite_allowance, offsite_allowance = (t.becomes).offsite_allowance,
      subdivider_allowance = (t.becomes).subdivider_allowance, stratum_allowance = (t.becomes).stratum_allowance,
      heritage_value = (t.becomes).heritage_value, muaf_pct = (t.becomes).muaf_pct, mdaf_pct = (t.becomes).mdaf_pct,
      unutilised_value = (t.becomes).unutilised_value, attributable_part = (t.becomes).attributable_part,
      method = (t.becomes).method, factor_applied = (t.becomes).factor_applied, factor_component = (t.becomes).factor_component,
      risk_rating = (t.becomes).risk_rating, verification_type = (t.becomes).verification_type,
      verified_on = (t.becomes).verified_on, version = v.version + 1, updated_by = app_user_id()
    from told t where v.id = t.value_id and t.fate = 'replaced'
    returning v.id, v.version
  )
  update received_land_value i
  set fate = t.fate, value_id = coalesce(m.id, t.value_id), value_version = coalesce(m.version, c.version),
    stood = case when t.fate in ('replaced', 'differs') then t.stood end
  from told t
  join received_land_value r on r.id = t.id
  left join made m on m.property_id = r.property_id and m.base_date = r.base_date and t.fate = 'made'
  left join changed c on c.id = t.value_id
  where i.id = t.id;
end;

-- The log of the values of some lines: a row for each value that was changed or stays another, under the columns of the log.
create function received_values_log(of_file bigint, first_line integer, last_line integer) returns table (
  line integer, fates text[], field text, old_value text, new_value text, message text
) language sql stable
begin atomic
  select i.line_no, array_agg(i.fate order by i.id), null::text, null::text, null::text, null::text
  from received_land_value i where i.file_id = of_file and i.line_no between first_line and last_line group by i.line_no
  union all
  select i.line_no, null, n.key, i.stood ->> n.key, n.value, format('At %s%s', to_char(i.base_date, 'FMDD-Mon-YYYY'),
    case when i.fate = 'differs' then '. What the file says was received, not written.' else '.' end)
  from received_land_value i
  cross join lateral jsonb_each_text(jsonb_strip_nulls(jsonb_build_object('land_value', i.land_value::bigint)
    || case when i.details is null then '{}' else jsonb_build_object('authority_code', i.authority_code, 'basis_code', i.basis_code,
      'method', i.method) || i.details end)) n
  where i.file_id = of_file and i.line_no between first_line and last_line and i.fate in ('replaced', 'differs')
    and (i.stood -> n.key) is distinct from (to_jsonb(i) - 'details' || coalesce(i.details, '{}')) -> n.key;
end;

-- Takes the values of a file back: each as it stood before, as far as nobody changed it since and its year is open.
create function received_values_undo(of_file bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  written integer;
  kept record;
begin
  with mine as materialized (
    select i.*, v.version as stands, district_closed(i.district_code::text, i.base_date, i.synthetic) as why
    from received_land_value i left join property_value v on v.id = i.value_id
    where i.file_id = of_file and i.fate in ('made', 'replaced')
  ), gone as (
    delete from property_value v using mine m
    where v.id = m.value_id and v.version = m.value_version and m.fate = 'made' and m.why is null returning v.id
  ), back as (
    update property_value v
    set land_value = o.land_value, authority_code = o.authority_code, basis_code = o.basis_code, onsite_allowance = o.onsite_allowance,
      offsite_allowance = o.offsite_allowance, subdivider_allowance = o.subdivider_allowance, stratum_allowance = o.stratum_allowance,
      heritage_value = o.heritage_value, muaf_pct = o.muaf_pct, mdaf_pct = o.mdaf_pct, unutilised_value = o.unutilised_value,
      attributable_part = o.attributable_part, method = o.method, factor_applied = o.factor_applied,
      factor_component = o.factor_component, risk_rating = o.risk_rating, verification_type = o.verification_type,
      verified_on = o.verified_on, version = v.version + 1, updated_by = app_user_id()
    from mine m cross join lateral jsonb_populate_record(null::property_value, m.stood) o
    where v.id = m.value_id and v.version = m.value_version and m.fate = 'replaced' and m.why is null returning v.id
  ), told as (
    insert into import_log (file_id, line_no, district_code, item_type, item_id, action, field, message, severity)
    select of_file, m.line_no, m.district_code, 'PR', m.property_id, 'same', 'land_value',
      format('Undone, but the value at %s stays: %s', to_char(m.base_date, 'FMDD-Mon-YYYY'), coalesce(m.why, 'it was changed since.')), 'warning'
    from mine m where m.stands is not null and (m.why is not null or m.stands <> m.value_version)
  )
  select (select count(*) from gone) + (select count(*) from back) into written;
  delete from received_land_value i where i.file_id = of_file;
  -- Properties that the file made, unless something hangs on them.
  for kept in select p.id, p.district_code, p.line_no from property p where p.file_id = of_file and p.status = 'O' order by p.id loop
    begin
      if exists (select from property p where p.id = kept.id and p.version > 1) or exists (select from sale s where s.property_id = kept.id)
        or exists (select from analysis a where a.property_id = kept.id) or exists (select from supp s where s.property_id = kept.id)
        or exists (select from property_value v where v.property_id = kept.id) or exists (select from received_land_value i where i.property_id = kept.id)
      then raise foreign_key_violation; end if;
      delete from property p where p.id = kept.id;
      written := written + 1;
    exception when foreign_key_violation then
      insert into import_log (file_id, line_no, district_code, item_type, item_id, action, message, severity)
      values (of_file, kept.line_no, kept.district_code, 'PR', kept.id, 'same', 'Undone, but the property stays: something hangs on it.', 'warning');
    end;
  end loop;
  return written;
end $$;

-- Lines of the Valuer General's bulk file of land values, as the reader gives them.
create function bulk_value_lines(rows jsonb) returns table (
  line integer, district text, pid bigint, prop_name text, unit text, house text, street text, suburb text, postcode text,
  legal text, zone text, area numeric, area_type text, property_type text, held jsonb, sound boolean
) language sql immutable
begin atomic
  select l.line, l.district_code, l.property_id, l.property_name, l.unit_number, l.house_number, l.street_name, l.suburb_name,
    l.postcode, l.property_description, l.zone_code, l.area, l.area_type, l.property_type,
    jsonb_build_array(jsonb_build_array(l.base_date_1, l.land_value_1, l.authority_1, l.basis_1),
      jsonb_build_array(l.base_date_2, l.land_value_2, l.authority_2, l.basis_2),
      jsonb_build_array(l.base_date_3, l.land_value_3, l.authority_3, l.basis_3),
      jsonb_build_array(l.base_date_4, l.land_value_4, l.authority_4, l.basis_4),
      jsonb_build_array(l.base_date_5, l.land_value_5, l.authority_5, l.basis_5)),
    (l.base_date_1 is null) = (l.land_value_1 is null) and (l.base_date_1 like '%-07-01') is not false and
      (l.base_date_2 is null) = (l.land_value_2 is null) and (l.base_date_2 like '%-07-01') is not false and
      (l.base_date_3 is null) = (l.land_value_3 is null) and (l.base_date_3 like '%-07-01') is not false and
      (l.base_date_4 is null) = (l.land_value_4 is null) and (l.base_date_4 like '%-07-01') is not false and
      (l.base_date_5 is null) = (l.land_value_5 is null) and (l.base_date_5 like '%-07-01') is not false
      and not coalesce(l.base_date_1 = l.base_date_2 or l.base_date_1 = l.base_date_3 or l.base_date_1 = l.base_date_4 or l.base_date_1 = l.base_date_5
      or l.base_date_2 = l.base_date_3 or l.base_date_2 = l.base_date_4 or l.base_date_2 = l.base_date_5 or l.base_date_3 = l.base_date_4
      or l.base_date_3 = l.base_date_5 or l.base_date_4 = l.base_date_5, false)
  from jsonb_to_recordset(rows) as l (line integer, district_code text, property_id bigint, property_name text, unit_number text,
    house_number text, street_name text, suburb_name text, postcode text, property_description text, zone_code text, area numeric,
    area_type text, property_type text,
    base_date_1 text, land_value_1 bigint, authority_1 text, basis_1 text, base_date_2 text, land_value_2 bigint, authority_2 text,
    basis_2 text, base_date_3 text, land_value_3 bigint, authority_3 text, basis_3 text, base_date_4 text, land_value_4 bigint,
    authority_4 text, basis_4 text, base_date_5 text, land_value_5 bigint, authority_5 text, basis_5 text);
end;

-- Why a line is refused with its file; null where it is not.
create function bulk_value_fault(held jsonb) returns text
language sql immutable
begin atomic
  select string_agg(f.fault, ' ' order by f.n) from (
    select h.n, case
        when h.v ->> 0 is null and h.v ->> 1 is null then null
        when h.v ->> 0 is null then format('LAND VALUE %s has no BASE DATE %s.', h.n, h.n)
        when h.v ->> 1 is null then format('BASE DATE %s has no LAND VALUE %s.', h.n, h.n)
        when h.v ->> 0 !~ '-07-01$' then format('BASE DATE %s is %s; a base date is a 1 July.', h.n, h.v ->> 0)
        when exists (select from jsonb_array_elements(held) with ordinality o (v, n) where o.n < h.n and o.v ->> 0 = h.v ->> 0)
          then format('BASE DATE %s stands in the line twice.', h.n)
      end as fault
    from jsonb_array_elements(held) with ordinality h (v, n)) f;
end;

create function bulk_values_import(of_file bigint, rows jsonb, options jsonb) returns table (
  line integer, district_code text, action text, item_id bigint, field text, old_value text, new_value text, message text
) language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
#variable_conflict use_column
declare
  taken boolean := coalesce((options ->> 'out_of_contract')::boolean, false);
begin
  return query
    select f.line, f.district, 'error', f.pid, null::text, null::text, null::text, f.fault from (
      select l.line, l.district, l.pid, case
          when not exists (select from district d where d.code = l.district) then format('There is no district “%s”.', l.district)
          when count(*) over (partition by l.pid) > 1 or l.pid in (select i.property_id from received_land_value i where i.file_id = of_file)
            then format('Property %s stands in the file twice.', l.pid)
          when not l.sound then bulk_value_fault(l.held) end as fault
      from bulk_value_lines(rows) l) f
    where f.fault is not null order by f.line limit 1;
  if found then return; end if;

  if taken then
    insert into property (id, district_code, status, property_type, prop_name, unit_number, hnum1_prefix, hnum1, hnum1_suffix,
      hnum2_prefix, hnum2, hnum2_suffix, street_name, suburb, postcode, legal_description, area, area_unit, area_vg, zone_code,
      file_id, line_no, created_by, updated_by)
    select l.pid, l.district, 'O', l.property_type, l.prop_name, l.unit, case when h.m is null then l.house else nullif(h.m[1], '') end,
      h.m[2]::integer, nullif(h.m[3], ''), nullif(h.m[4], ''), h.m[5]::integer, nullif(h.m[6], ''), l.street, l.suburb,
      substring(l.postcode from '^[0-9]{4}$'), l.legal, l.area, coalesce(l.area_type, 'M'),
      l.area * case l.area_type when 'H' then 10000 else 1 end, l.zone, of_file, l.line, app_user_id(), app_user_id()
    from bulk_value_lines(rows) l
    cross join lateral (select regexp_match(upper(l.house),
      '^([A-Z]{0,4}) ?([0-9]{1,7}) ?([A-Z]{0,3})(?: ?- ?([A-Z]{0,4}) ?([0-9]{1,7}) ?([A-Z]{0,3}))?$') as m) h
    where (app_work_districts() is null or l.district = any (app_work_districts()))
      and not exists (select from property p where p.id = l.pid)
    order by l.pid
    on conflict (id) do nothing;
  end if;

  insert into received_land_value (property_id, district_code, synthetic, base_date, land_value, authority_code, basis_code, file_id, line_no, created_by)
  select l.pid, p.district_code, p.synthetic, (h.v ->> 0)::date, (h.v ->> 1)::bigint, h.v ->> 2, h.v ->> 3, of_file, l.line, app_user_id()
  from bulk_value_lines(rows) l
  join property p on p.id = l.pid and p.district_code::text = l.district
  cross join lateral jsonb_array_elements(l.held) with ordinality h (v, n)
  where h.v ->> 0 is not null and (app_work_districts() is null or l.district = any (app_work_districts()))
  order by l.line, h.n;
  perform received_values_settle(of_file, coalesce((options ->> 'unconfirmed')::boolean, false));

  return query
    with log as materialized (
      select g.* from (select min(l.line) as low, max(l.line) as high from bulk_value_lines(rows) l) r
      cross join lateral received_values_log(of_file, r.low, r.high) g),
    whole as (
      select l.line, l.district, p.id as pid, l.pid as told, p.district_code::text as lies,
        case when p.id is null then 'skipped' when p.district_code::text <> l.district then 'conflict'
          when p.file_id = of_file then 'new' when 'differs' = any (g.fates) then 'conflict' when 'replaced' = any (g.fates) then 'changed'
          when 'made' = any (g.fates) then 'new' else 'same' end as action,
        case when p.id is null and taken then format('Property %s lies in another district. Nothing was taken.', l.pid)
          when p.id is null then format('The office does not have property %s. Nothing was taken.', l.pid)
          when p.district_code::text <> l.district
            then format('Property %s lies in district %s, the file says %s. Nothing was taken.', l.pid, p.district_code, l.district)
          else nullif(concat_ws(' ',
            case when p.file_id = of_file then 'Made as out of contract.' end,
            case when p.status = 'X' then 'It is cancelled: its values are only received.'
              when 'kept' = any (g.fates) then 'Values of 0 and of closed years are only received.' end,
            case when p.zone_code <> l.zone then format('The file has zone %s, the property %s.', l.zone, p.zone_code) end,
            case when p.area * case p.area_unit when 'H' then 10000 else 1 end <> l.area * case l.area_type when 'H' then 10000 else 1 end
              then format('The file has an area of %s %s, the property %s %s.', trim_scale(l.area), coalesce(l.area_type, 'M'),
                trim_scale(p.area), p.area_unit) end), '') end as message
      from bulk_value_lines(rows) l
      left join property p on p.id = l.pid
      left join log g on g.line = l.line and g.field is null)
    select o.* from (
      select w.line, w.district, w.action, w.pid, null::text as field, null::text, null::text, w.message from whole w
      union all
      select g.line, w.district, w.action, w.pid, g.field, g.old_value, g.new_value, g.message
      from log g join whole w on w.line = g.line where g.field is not null) o
    order by o.line, o.field nulls first;
end $$;

comment on table received_land_value is 'Land values as files brought them, with what became of each and what stood there before.';
comment on column received_land_value.method is 'How the value was found, as the file says; I where it says nothing.';
comment on column received_land_value.details is 'Allowances, concessions and the factor, as the file has them.';
comment on column received_land_value.fate is 'Whether it became the property''s: made, replaced, same, differs (the property keeps its own) or kept as received.';
comment on column received_land_value.value_id is 'The property''s value at this base date.';
comment on column received_land_value.value_version is 'Version of that value after the file.';
comment on column received_land_value.stood is 'The property''s value before the file, where it was another.';
comment on function received_values_settle is 'What a file brought becomes the values of properties, as far as it may.';
comment on function received_values_undo is 'Takes back what a file brought of values.';
