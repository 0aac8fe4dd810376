-- The values of a property at the base date in force and at the one under work are kept beside it: lists of properties,
-- sales and analyses read, sort and search them without looking through the values of all years (docs/decisions/0149).
-- Written by triggers alone, so whoever writes a value keeps it true.
create table property_in_force (
  property_id bigint primary key,
  land_value_lt aud,
  land_value_future aud,
  land_value_lg aud,
  change_pct numeric generated always as
    (round(100.0 * (land_value_future::bigint - land_value_lt::bigint) / nullif(land_value_lt::bigint, 0), 2)) stored,
  value_method text,
  factor_applied numeric(9,6),
  -- Of the value: who may not see it does not see it here.
  district_code district_code not null,
  synthetic boolean not null default false
);
comment on table property_in_force is 'Values of each property at the base date in force and the one under work, kept by triggers of property_value and of the base date';
comment on column property_in_force.land_value_lt is 'V0: land tax, at the base date in force';
comment on column property_in_force.land_value_future is 'V1: land tax, at the base date under work';
comment on column property_in_force.land_value_lg is 'Local government, at the base date in force';
comment on column property_in_force.change_pct is 'V1 against V0, per cent';
comment on column property_in_force.value_method is 'Method of V1';
comment on column property_in_force.factor_applied is 'Factor of V1';
select record_table('property_in_force', 'district', '{}');

-- What the values of some properties say of the two base dates.
create function values_in_force(properties bigint[]) returns table (
  property_id bigint, land_value_lt bigint, land_value_future bigint, land_value_lg bigint, value_method text,
  factor_applied numeric, district_code text, synthetic boolean
) language sql stable set search_path = public, pg_temp
begin atomic
  select v.property_id,
    max(v.land_value::bigint) filter (where v.series = 'LT' and v.base_date = d.base),
    max(v.land_value::bigint) filter (where v.series = 'LT' and v.base_date = d.next),
    max(v.land_value::bigint) filter (where v.series = 'LG' and v.base_date = d.base),
    max(v.method) filter (where v.series = 'LT' and v.base_date = d.next),
    max(v.factor_applied) filter (where v.series = 'LT' and v.base_date = d.next),
    min(v.district_code::text), bool_or(v.synthetic)
  from (select distinct p from unnest(properties) p) p cross join (select lt_base_date() as base, future_base_date() as next) d
  join property_value v on v.property_id = p.p and v.base_date in (d.base, d.next)
  group by v.property_id order by v.property_id;
end;

-- The values of some properties anew. A row that is there is held before the values are looked at, so that of two who
-- change values of one property at once the second sees what the first has done; one that is not is made with them.
create function settle_values_in_force(properties bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  held bigint[];
begin
  with made as (
    insert into property_in_force (property_id, land_value_lt, land_value_future, land_value_lg, value_method, factor_applied,
      district_code, synthetic)
    select * from values_in_force(properties)
    on conflict (property_id) do nothing
    returning property_id)
  select array_agg(distinct p) into held from unnest(properties) p where p not in (select property_id from made);
  if held is null then return; end if;
  perform from property_in_force k join unnest(held) h on h = k.property_id order by k.property_id for update of k;
  update property_in_force kept
  set land_value_lt = v.land_value_lt, land_value_future = v.land_value_future, land_value_lg = v.land_value_lg,
    value_method = v.value_method, factor_applied = v.factor_applied,
    district_code = v.district_code, synthetic = v.synthetic
  from values_in_force(held) v
  where kept.property_id = v.property_id
    and (kept.land_value_lt::bigint, kept.land_value_future::bigint, kept.land_value_lg::bigint, kept.value_method,
        kept.factor_applied, kept.district_code::text, kept.synthetic)
      is distinct from (v.land_value_lt, v.land_value_future, v.land_value_lg, v.value_method, v.factor_applied,
        v.district_code, v.synthetic);
  delete from property_in_force k using unnest(held) h
  where k.property_id = h and h not in (select v.property_id from values_in_force(held) v);
end $$;

create function keep_values_in_force() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
declare
  base date := lt_base_date();
  next date := future_base_date();
  touched bigint[];
begin
  -- Of the tables of a change only those are there that its kind has.
  if tg_op = 'INSERT' then
    select array_agg(distinct property_id) into touched from new_rows where base_date in (base, next);
  elsif tg_op = 'DELETE' then
    select array_agg(distinct property_id) into touched from old_rows where base_date in (base, next);
  else
    select array_agg(distinct t.property_id) into touched from (
      select o.property_id, o.base_date, o.series, o.land_value::bigint, o.method, o.factor_applied, o.district_code::text, o.synthetic
      from old_rows o
      except
      select n.property_id, n.base_date, n.series, n.land_value::bigint, n.method, n.factor_applied, n.district_code::text, n.synthetic
      from new_rows n
      union all
      (select n.property_id, n.base_date, n.series, n.land_value::bigint, n.method, n.factor_applied, n.district_code::text, n.synthetic
      from new_rows n
      except
      select o.property_id, o.base_date, o.series, o.land_value::bigint, o.method, o.factor_applied, o.district_code::text, o.synthetic
      from old_rows o)) t
    where t.base_date in (base, next);
  end if;
  if touched is not null then perform settle_values_in_force(touched); end if;
  return null;
end $$;

-- Another base date in force: all of them.
create function keep_values_of_base_date() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  perform settle_values_in_force(array(
    select property_id from property_in_force
    union
    select property_id from property_value where base_date in (lt_base_date(), future_base_date())));
  return null;
end $$;
revoke execute on function values_in_force, settle_values_in_force, keep_values_in_force, keep_values_of_base_date from public;

create trigger in_force_new after insert on property_value
  referencing new table as new_rows for each statement execute function keep_values_in_force();
create trigger in_force_changed after update on property_value
  referencing old table as old_rows new table as new_rows for each statement execute function keep_values_in_force();
create trigger in_force_lost after delete on property_value
  referencing old table as old_rows for each statement execute function keep_values_in_force();
create trigger in_force_base_date_set after insert on sysparam for each row when (new.name = 'CURRBASE')
  execute function keep_values_of_base_date();
create trigger in_force_base_date_changed after update on sysparam for each row
  when (new.name = 'CURRBASE' and new.value is distinct from old.value) execute function keep_values_of_base_date();

select settle_values_in_force(array(
  select distinct property_id from property_value where base_date in (lt_base_date(), future_base_date())));

-- Lists in the order of the change, of the address, and components with the number of their active properties.
create index property_in_force_change on property_in_force (change_pct desc nulls last, property_id);
create index property_address_order on property (address collate natural_order, id);
drop index property_district;
create index property_district on property (district_code, component_code) include (status, synthetic);
