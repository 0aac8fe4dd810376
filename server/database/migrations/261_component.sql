-- Components as records, their benchmarks, and which records use a code of a reference list.

select record_permission('component', 'cmprU');

-- Named as on the property.
alter table benchmark_year rename column type to benchmark_type;

-- Which columns hold the codes of a list: who adds a column of such codes says so here, and the list guards them.
create table reference_link (
  list text not null,
  table_name text not null,
  column_name text not null,
  singular text not null,
  plural text not null,
  primary key (list, table_name, column_name)
);
select record_table('reference_link', 'all', '{}');

-- reference_use('landuse', 'property', 'land_use', 'property', 'properties'): the column holds a code of the list, or several.
create function reference_use(of_list text, of_table text, of_column text, singular text, plural text) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  if not exists (select from pg_attribute where attrelid = to_regclass(format('public.%I', of_table)) and attname = of_column
    and not attisdropped) then
    raise exception 'There is no column "%" of a table "%" that could hold codes of the list "%".', of_column, of_table, of_list;
  end if;
  insert into reference_link values (of_list, of_table, of_column, singular, plural)
  on conflict (list, table_name, column_name) do update set singular = excluded.singular, plural = excluded.plural;
end $$;
revoke execute on function reference_use from public;

-- How many records hold a code, in words: "12 properties, more than 1,000 land values"; null where none does. It counts for
-- all districts and both data sets, as a code is everybody's, and answers nothing but the numbers.
create function reference_counts(of_list text, of_code text) returns text
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  one record;
  n integer;
  said text[] := '{}';
begin
  for one in
    select l.*, t.typcategory = 'A' as several
    from reference_link l join pg_attribute a on a.attrelid = to_regclass(format('public.%I', l.table_name)) and a.attname = l.column_name
    join pg_type t on t.oid = a.atttypid
    where l.list = of_list order by l.plural, l.table_name, l.column_name
  loop
    execute format(case when one.several then 'select count(*) from (select from %I where $1 = any (%I) limit 1001) used'
      else 'select count(*) from (select from %I where %I = $1 limit 1001) used' end, one.table_name, one.column_name)
      into n using of_code;
    if n > 0 then
      said := said || case when n > 1000 then 'more than 1,000 ' || one.plural when n = 1 then 'one ' || one.singular
        else n || ' ' || one.plural end;
    end if;
  end loop;
  return nullif(array_to_string(said, ', '), '');
end $$;
revoke execute on function reference_counts from public;
grant execute on function reference_counts to cadastre_reader, cadastre_writer;

select reference_use('landuse', 'property', 'land_use', 'property', 'properties');
select reference_use('propertytype', 'property', 'property_type', 'property', 'properties');
select reference_use('riskrating', 'property', 'risk_rating', 'property', 'properties');
select reference_use('riskrating', 'property_value', 'risk_rating', 'land value', 'land values');
select reference_use('verification', 'property_value', 'verification_type', 'land value', 'land values');
select reference_use('authority', 'property_value', 'authority_code', 'land value', 'land values');
select reference_use('basis', 'property_value', 'basis_code', 'land value', 'land values');
select reference_use('salecode', 'sale', 'sale_code', 'sale', 'sales');

create function reference_item_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  used text;
begin
  if before is null or before ->> 'code' is not distinct from after ->> 'code' then return; end if;
  used := reference_counts(before ->> 'list', before ->> 'code');
  if used is null then return; end if;
  if after is null then
    return query select '', format('"%s" is used by %s. Make it inactive instead: it is not offered any more, and they keep its name.',
      before ->> 'name', used);
  else
    return query select '/code', format('The code %s is used by %s. Add an item with the other code, and make this one inactive.',
      before ->> 'code', used);
  end if;
end $$;

-- What lies in a component, in words: "12 active properties, one cancelled"; null where it is empty.
create function component_properties(of_district text, of_code text, of_synthetic boolean) returns text
language sql stable parallel safe
begin atomic
  select string_agg(format('%s %s', to_char(n, 'FM999,999'), said), ', ' order by place)
  from (
    select count(*) as n, case status when 'A' then 1 when 'O' then 2 else 3 end as place,
      case status when 'A' then 'active' when 'O' then 'out of contract' else 'cancelled' end as said
    from public.property p
    where p.district_code = of_district and p.component_code = of_code and p.synthetic = of_synthetic
    group by status
  ) counted;
end;

create function component_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  held text;
begin
  if after is not null then
    if after ->> 'zone_code' is not null and not exists (select from zone z where z.code = after ->> 'zone_code') then
      return query select '/zone_code', format('There is no zone %s. Choose one of the list.', after ->> 'zone_code');
    end if;
    if (after ->> 'financial')::boolean and not (after ->> 'crown')::boolean then
      return query select '/financial', 'Only a Crown component is financial. Mark it as Crown land too.';
    end if;
    if after ->> 'crown_class' is not null and not (after ->> 'crown')::boolean then
      return query select '/crown_class', 'Only a Crown component has a valuation class. Mark it as Crown land, or empty the class.';
    end if;
  end if;
  if after is not null and after ->> 'code' is distinct from before ->> 'code' and exists (select from component c
    where c.district_code = after ->> 'district_code' and c.code = after ->> 'code') then
    return query select '/code', format('District %s has a component %s already.', after ->> 'district_code', after ->> 'code');
  end if;
  if before is null then return; end if;
  if after is not null and after ->> 'code' = before ->> 'code'
    and not ((before ->> 'active')::boolean and not (after ->> 'active')::boolean) then return; end if;
  held := component_properties(before ->> 'district_code', before ->> 'code', (before ->> 'synthetic')::boolean);
  if held is null then return; end if;
  return query select case when after is null then '' when after ->> 'code' <> before ->> 'code' then '/code' else '/active' end,
    format('Component %s of district %s has properties: %s. Move them to another component first.',
      before ->> 'code', before ->> 'district_code', held);
end $$;

-- A benchmark lies in the component that it stands for, there is one primary, and which benchmarks a closed year has stays. A
-- comment on one is no value: it may be written then too.
create function benchmark_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  now_is jsonb := coalesce(after, before);
  place property;
  closed text;
  other bigint;
begin
  select * into place from property p where p.id = (now_is ->> 'property_id')::bigint;
  closed := district_closed(now_is ->> 'district_code', (now_is ->> 'base_date')::date, place.synthetic);
  if closed is not null and before ->> 'benchmark_type' is distinct from after ->> 'benchmark_type' then
    return query select '', closed;
  end if;
  if after is null then return; end if;
  if place.id is null then
    return query select '/property_id', 'There is no such property in your districts.';
    return;
  end if;
  if before is null then
    if place.district_code <> after ->> 'district_code' or place.component_code is distinct from after ->> 'component_code' then
      return query select '/property_id', format('Property %s lies in component %s of district %s.', place.id,
        coalesce(place.component_code, '(none)'), place.district_code);
    end if;
    if place.status <> 'A' then
      return query select '/property_id', 'Only an active property is a benchmark.';
    end if;
  end if;
  if after ->> 'benchmark_type' = 'P' then
    select b.property_id into other from benchmark_year b
    where b.district_code = after ->> 'district_code' and b.component_code = after ->> 'component_code'
      and b.base_date = (after ->> 'base_date')::date and b.benchmark_type = 'P' and b.property_id <> place.id
      and b.synthetic = place.synthetic
    order by b.property_id limit 1;
    if other is not null then
      return query select '/benchmark_type', format('Property %s is the primary benchmark of this year. Change its type first.', other);
    end if;
  end if;
end $$;

-- A benchmark lies where its property does, in its data set too.
create trigger benchmark_year_fill before insert on benchmark_year for each row execute function fill_from_property();

-- The type of the year under work is the property's own; each of the two follows the other.
create function benchmark_to_property() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  this benchmark_year := case when tg_op = 'DELETE' then old else new end;
  wanted text := case when tg_op = 'DELETE' then null else new.benchmark_type end;
  was property;
begin
  if this.base_date <> future_base_date() or pg_trigger_depth() > 1 then return null; end if;
  select * into was from property p where p.id = this.property_id and p.benchmark_type is distinct from wanted;
  if was.id is null then return null; end if;
  update property set benchmark_type = wanted, version = version + 1 where id = was.id;
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  values (app_user_id(), 'property', was.id, 'update', was.version,
    jsonb_build_object('benchmark_type', jsonb_build_object('old', was.benchmark_type, 'new', wanted)),
    was.district_code, was.synthetic);
  return null;
end $$;
create trigger benchmark_to_property after insert or update of benchmark_type or delete on benchmark_year
  for each row execute function benchmark_to_property();

create function property_to_benchmark() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if pg_trigger_depth() > 1 then return null; end if;
  if new.benchmark_type is null then
    delete from benchmark_year where property_id = new.id and base_date = future_base_date();
  elsif new.component_code is not null then
    insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type, synthetic)
    select new.id, c.district_code, c.code, future_base_date(), new.benchmark_type, c.synthetic from component c
    where c.district_code = new.district_code and c.code = new.component_code and c.synthetic = new.synthetic
    on conflict (property_id, base_date) do update set benchmark_type = excluded.benchmark_type, component_code = excluded.component_code;
  end if;
  return null;
end $$;
create trigger property_to_benchmark after update of benchmark_type, component_code on property
  for each row when (old.benchmark_type is distinct from new.benchmark_type
    or (new.benchmark_type is not null and old.component_code is distinct from new.component_code))
  execute function property_to_benchmark();

comment on table reference_link is 'Which columns hold codes of which reference list.';
comment on function reference_counts is 'How many records hold a code of a reference list, in words; null where none does.';
comment on function component_properties is 'How many properties lie in a component, by status, in words.';
