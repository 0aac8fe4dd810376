-- Values by file, as in 485 and 486. A batch of thousands of lines looks up its own properties and values by their keys instead of
-- reading the tables whole, and what is received is written once, with its fate (docs/decisions/0169).
drop function received_values_settle(bigint, boolean);
drop function received_value(received_land_value, property_value);
drop index received_land_value_open;
drop index received_land_value_property;
create index received_land_value_property on received_land_value (property_id, file_id);

-- A value as a line of a file says it; the district only where the file names it.
create type received_line as (
  property_id bigint, district_code text, base_date date, land_value bigint, authority_code text, basis_code text, method text,
  details jsonb, line_no integer
);

-- What a line that says all of a value makes of the one that stands there.
create function received_value(i received_line, stands property_value) returns property_value
language sql immutable parallel safe
return jsonb_populate_record(stands, jsonb_build_object('land_value', i.land_value, 'authority_code', i.authority_code,
  'basis_code', i.basis_code, 'method', i.method, 'factor_applied', null, 'factor_component', null) || i.details);

-- What is received becomes the property's, or stays as it was received. `over`: also where the property has another value that
-- nobody found by hand or on an objection. `limit 1` makes each line look up its own row; sets of lines are joined by hash, since
-- the planner takes them for few.
create function receive_values(of_file bigint, given received_line[], over boolean) returns void
language sql set search_path = public, pg_temp set enable_nestloop = off set enable_seqscan = off
begin atomic
  with said as materialized (
    select g.property_id, p.district_code, p.synthetic, p.status, g.base_date, g.land_value, g.authority_code, g.basis_code, g.method,
      g.details, g.line_no, g.place
    from unnest(given) with ordinality g (property_id, district_code, base_date, land_value, authority_code, basis_code, method, details,
      line_no, place)
    cross join lateral (
      select p.district_code::text as district_code, p.synthetic, p.status from property p where p.id = g.property_id limit 1) p
    where p.district_code = coalesce(g.district_code, p.district_code)
      and (app_work_districts() is null or p.district_code = any (app_work_districts()))
  ), closed as materialized (
    select c.*, district_closed(c.district_code, c.base_date, c.synthetic) is not null as shut
    from (select distinct s.district_code, s.base_date, s.synthetic from said s) c
  ), open as materialized (
    select s.*, (v.stands).id as value_id, v.stands, c.shut or s.land_value = 0 or s.status = 'X' as kept, w.becomes,
      case when s.details is null then (v.stands).land_value::bigint = s.land_value
        else received_columns(w.becomes) = received_columns(v.stands) end as same,
      (v.stands).land_value is null or (over and not (v.stands).handcrafted and (v.stands).method is distinct from 'H'
        and (v.stands).method is distinct from 'O') as free
    from said s
    join closed c on c.district_code = s.district_code and c.base_date = s.base_date and c.synthetic = s.synthetic
    left join lateral (
      select v as stands from property_value v
      where v.property_id = s.property_id and v.base_date = s.base_date and v.series = 'LT' limit 1) v on true
    left join lateral (
      select received_value((s.property_id, s.district_code, s.base_date, s.land_value, s.authority_code, s.basis_code, s.method,
        s.details, s.line_no)::received_line, v.stands) as becomes
      where s.details is not null) w on true
  ), told as materialized (
    select o.*, case when o.value_id is not null and o.same then 'same' when o.kept and o.value_id is not null then 'differs'
      when o.kept then 'kept' when o.value_id is null then 'made' when o.free then 'replaced' else 'differs' end as fate
    from open o
  ), made as (
    insert into property_value (property_id, district_code, synthetic, base_date, series, land_value, authority_code, basis_code,
      onsite_allowance, offsite_allowance, subdivider_allowance, stratum_allowance, heritage_value, muaf_pct, mdaf_pct,
      unutilised_value, attributable_part, method, factor_applied, factor_component, risk_rating, verification_type, verified_on,
      created_by, updated_by)
    select t.property_id, t.district_code, t.synthetic, t.base_date, 'LT', t.land_value, t.authority_code, t.basis_code,
      (t.becomes).onsite_allowance, (t.becomes).offsite_allowance, (t.becomes).subdivider_allowance, (t.becomes).stratum_allowance,
      (t.becomes).heritage_value, (t.becomes).muaf_pct, (t.becomes).mdaf_pct, (t.becomes).unutilised_value,
      (t.becomes).attributable_part, t.method, (t.becomes).factor_applied, (t.becomes).factor_component, (t.becomes).risk_rating,
      (t.becomes).verification_type, (t.becomes).verified_on, app_user_id(), app_user_id()
    from told t where t.fate = 'made' order by t.place
    returning id, property_id, base_date, version
  ), changed as (
    update property_value v
    set land_value = t.land_value, method = t.method,
      authority_code = case when t.details is null then coalesce(t.authority_code, v.authority_code) else t.authority_code end,
      basis_code = case when t.details is null then coalesce(t.basis_code, v.basis_code) else t.basis_code end,
      onsite_allowance = case when t.details is null then v.onsite_allowance else (t.becomes).onsite_allowance end,
      offsite_allowance = case when t.details is null then v.offsite_allowance else (t.becomes).offsite_allowance end,
      subdivider_allowance = case when t.details is null then v.subdivider_allowance else (t.becomes).subdivider_allowance end,
      stratum_allowance = case when t.details is null then v.stratum_allowance else (t.becomes).stratum_allowance end,
      heritage_value = case when t.details is null then v.heritage_value else (t.becomes).heritage_value end,
      muaf_pct = case when t.details is null then v.muaf_pct else (t.becomes).muaf_pct end,
      mdaf_pct = case when t.details is null then v.mdaf_pct else (t.becomes).mdaf_pct end,
      unutilised_value = case when t.details is null then v.unutilised_value else (t.becomes).unutilised_value end,
      attributable_part = case when t.details is null then v.attributable_part else (t.becomes).attributable_part end,
      factor_applied = (t.becomes).factor_applied, factor_component = (t.becomes).factor_component,
      risk_rating = case when t.details is null then v.risk_rating else (t.becomes).risk_rating end,
      verification_type = case when t.details is null then v.verification_type else (t.becomes).verification_type end,
      verified_on = case when t.details is null then v.verified_on else (t.becomes).verified_on end,
      version = v.version + 1, updated_by = app_user_id()
    from told t
    where v.id = any (array(select r.value_id from told r where r.fate = 'replaced')) and v.id = t.value_id and t.fate = 'replaced'
    returning v.id, v.version
  )
  insert into received_land_value (property_id, district_code, synthetic, base_date, land_value, authority_code, basis_code, method, details,
    file_id, line_no, fate, value_id, value_version, stood, created_by)
  select t.property_id, t.district_code, t.synthetic, t.base_date, t.land_value, t.authority_code, t.basis_code, t.method, t.details, of_file,
    t.line_no, t.fate, coalesce(m.id, t.value_id), coalesce(m.version, c.version),
    case when t.fate in ('replaced', 'differs') then received_columns(t.stands) end, app_user_id()
  from told t
  left join made m on m.property_id = t.property_id and m.base_date = t.base_date
  left join changed c on c.id = t.value_id
  order by t.place;
end;

-- As in 485; what a line says is made into fields once, not for each of them.
create or replace function received_values_log(of_file bigint, first_line integer, last_line integer) returns table (
  line integer, fates text[], field text, old_value text, new_value text, message text
) language sql stable
begin atomic
  select i.line_no, array_agg(i.fate order by i.id), null::text, null::text, null::text, null::text
  from received_land_value i where i.file_id = of_file and i.line_no between first_line and last_line group by i.line_no
  union all
  select i.line_no, null, n.key, i.stood ->> n.key, n.value #>> '{}', format('At %s%s', to_char(i.base_date, 'FMDD-Mon-YYYY'),
    case when i.fate = 'differs' then '. What the file says was received, not written.' else '.' end)
  from received_land_value i
  cross join lateral jsonb_each(jsonb_strip_nulls(jsonb_build_object('land_value', i.land_value::bigint)
    || case when i.details is null then '{}' else jsonb_build_object('authority_code', i.authority_code, 'basis_code', i.basis_code,
      'method', i.method) || i.details end)) n
  where i.file_id = of_file and i.line_no between first_line and last_line and i.fate in ('replaced', 'differs')
    and (i.stood -> n.key) is distinct from n.value;
end;

-- As in 302, with the planner's own choice also within what forbids it loops: of a few thousand properties it reads their values alone.
alter function settle_values_in_force(bigint[]) set enable_nestloop = on;

create or replace function bulk_values_import(of_file bigint, rows jsonb, options jsonb) returns table (
  line integer, district_code text, action text, item_id bigint, field text, old_value text, new_value text, message text
) language plpgsql set search_path = public, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
#variable_conflict use_column
declare
  taken boolean := coalesce((options ->> 'out_of_contract')::boolean, false);
  given received_line[];
begin
  return query
    select f.line, f.district, 'error', f.pid, null::text, null::text, null::text, f.fault from (
      select l.line, l.district, l.pid, case
          when not exists (select from district d where d.code = l.district) then format('There is no district “%s”.', l.district)
          when count(*) over (partition by l.pid) > 1
              or (select true from received_land_value i where i.property_id = l.pid and i.file_id = of_file limit 1)
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
      and (select true from property p where p.id = l.pid limit 1) is null
    order by l.pid
    on conflict (id) do nothing;
  end if;

  select array_agg((l.pid, l.district, (h.v ->> 0)::date, (h.v ->> 1)::bigint, h.v ->> 2, h.v ->> 3, 'I', null, l.line)::received_line
    order by l.line, h.n) into given
  from bulk_value_lines(rows) l cross join lateral jsonb_array_elements(l.held) with ordinality h (v, n)
  where h.v ->> 0 is not null;
  perform receive_values(of_file, given, coalesce((options ->> 'unconfirmed')::boolean, false));

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
      left join lateral (select p.* from property p where p.id = l.pid limit 1) p on true
      left join log g on g.line = l.line and g.field is null)
    select o.* from (
      select w.line, w.district, w.action, w.pid, null::text as field, null::text, null::text, w.message from whole w
      union all
      select g.line, w.district, w.action, w.pid, g.field, g.old_value, g.new_value, g.message
      from log g join whole w on w.line = g.line where g.field is not null) o
    order by o.line, o.field nulls first;
end $$;

create or replace function annual_values_import(of_file bigint, rows jsonb, options jsonb) returns table (
  line integer, district_code text, action text, item_id bigint, field text, old_value text, new_value text, message text
) language plpgsql set search_path = public, pg_temp set enable_nestloop = off set enable_seqscan = off as $$
#variable_conflict use_column
declare
  given received_line[];
begin
  return query
    select f.line, null::text, 'error', f.pid, null::text, null::text, null::text, f.fault from (
      select l.line, l.pid, case
          when to_char(l.base_date, 'MM-DD') <> '07-01' then format('Base date is %s; a base date is a 1 July.', l.base_date)
          when count(*) over (partition by l.pid, l.base_date) > 1
              or (select true from received_land_value i
                where i.property_id = l.pid and i.file_id = of_file and i.base_date = l.base_date limit 1)
            then format('Property %s stands in the file twice with %s.', l.pid, l.base_date)
          when p.id is null then format('There is no property %s in your districts.', l.pid) end as fault
      from annual_value_lines(rows) l
      left join lateral (select p.id from property p where p.id = l.pid limit 1) p on true) f
    where f.fault is not null order by f.line limit 1;
  if found then return; end if;

  select array_agg((l.pid, null, l.base_date, l.land_value, l.authority_code, l.basis_code, l.method, l.details, l.line)::received_line
    order by l.line) into given
  from annual_value_lines(rows) l;
  perform receive_values(of_file, given, coalesce((options ->> 'unconfirmed')::boolean, false));

  return query
    with log as materialized (
      select g.* from (select min(l.line) as low, max(l.line) as high from annual_value_lines(rows) l) r
      cross join lateral received_values_log(of_file, r.low, r.high) g),
    whole as (
      select l.line, p.district_code::text as district, p.id as pid, g.fates[1] as fate, p.status,
        case g.fates[1] when 'differs' then 'conflict' when 'replaced' then 'changed' when 'made' then 'new' else 'same' end as action
      from annual_value_lines(rows) l
      cross join lateral (select p.* from property p where p.id = l.pid limit 1) p
      left join log g on g.line = l.line and g.field is null)
    select o.* from (
      select w.line, w.district, w.action, w.pid, null::text as field, null::text, null::text,
        case when w.fate = 'kept' then case when w.status = 'X' then 'It is cancelled: its values are only received.'
          else 'Values of 0 and of closed years are only received.' end end
      from whole w
      union all
      select g.line, w.district, w.action, w.pid, g.field, g.old_value, g.new_value, g.message
      from log g join whole w on w.line = g.line where g.field is not null) o
    order by o.line, o.field nulls first;
end $$;

comment on type received_line is 'A value as a line of a file says it.';
comment on function receive_values is 'What a file brought becomes the values of properties, as far as it may, and is kept with its fate.';
