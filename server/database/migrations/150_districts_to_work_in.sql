-- Two lists of districts: those whose rows a request sees, and those whose rows it writes. The policies of 050 and 145 say
-- what is seen; policies beside them that narrow (restrictive) say what is written: docs/decisions/0100.

-- null: every district; an empty array: none. A connection that says nothing writes nothing that lies in a district.
create function app_work_districts() returns text[]
language sql stable parallel safe
return case coalesce(current_setting('cadastre.work_districts', true), '')
  when '*' then null
  else string_to_array(coalesce(current_setting('cadastre.work_districts', true), ''), ',')
end;

-- What is written besides being seen. Declared again, the last condition holds.
create function declare_work(target regclass, condition text) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  command text;
begin
  foreach command in array array['insert', 'update', 'delete']
  loop
    execute format('drop policy if exists %I on %s', 'work_' || command, target);
    execute format('create policy %I on %s as restrictive for %s %s %s', 'work_' || command, target, command,
      case when command <> 'insert' then format('using (%s)', condition) else '' end,
      case when command <> 'delete' then format('with check (%s)', condition) else '' end);
    execute format('comment on policy %I on %s is %L', 'work_' || command, target, 'districts to work in');
  end loop;
end $$;

create function work_condition() returns text
language sql immutable parallel safe
return '(select public.app_work_districts()) is null or district_code::text = any ((select public.app_work_districts())::text[])';

-- As in 050, and a table of districts is written only where who asks works.
create or replace function record_table(
  name text, scope text default 'district', writes text[] default '{insert,update,delete}', owner_column text default 'user_id'
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  target regclass := to_regclass(format('public.%I', name));
  needed text[] := case scope when 'district' then '{district_code,synthetic}' when 'user' then array[owner_column]
    when 'company' then '{company}' else '{}' end;
  missing text;
  one record;
begin
  if target is null then
    raise exception 'There is no table "%". Create it before record_table declares it.', name;
  end if;
  if scope is null or scope not in ('district', 'user', 'company', 'all') then
    raise exception 'The scope "%" of table "%" is unknown. Use district, user, company or all.', scope, name;
  end if;
  if exists (select from unnest(writes) as w where w not in ('insert', 'update', 'delete')) then
    raise exception 'The writes % of table "%" are not known. Use insert, update and delete.', writes, name;
  end if;
  if scope = 'district' then
    execute format('alter table %s add column if not exists synthetic boolean not null default false', target);
  end if;
  select n into missing from unnest(needed) as n
  where not exists (select from pg_attribute a where a.attrelid = target and a.attname = n and not a.attisdropped);
  if missing is not null then
    raise exception 'Table "%" has no column "%", by which the scope "%" tells whose a row is. Add the column, or declare another scope.',
      name, missing, scope;
  end if;
  for one in select polname from pg_policy where polrelid = target loop
    execute format('drop policy %I on %s', one.polname, target);
  end loop;
  perform declare_policy(target, scope, scope_condition(scope, owner_column));
  if scope = 'district' then perform declare_work(target, work_condition()); end if;
  perform grant_rows(target, writes, scope <> 'user');
  if 'update' = any (writes) then perform record_stamp(target); end if;
end $$;

-- What a request must fulfil to change a row of a table, besides seeing it; null where seeing is enough. The columns are
-- named as within the table.
create function change_condition(target regclass) returns text
language sql stable
return (select string_agg(format('(%s)', pg_get_expr(p.polqual, p.polrelid)), ' and ' order by p.polname)
  from pg_policy p where p.polrelid = target and p.polcmd = 'w');

-- As in 145, and rows inside a record are written by whoever may change the record.
create or replace function child_table(name text, parent text, writes text[] default '{insert,update,delete}')
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  target regclass := to_regclass(format('public.%I', name));
  owner regclass := to_regclass(format('public.%I', parent));
  reference text;
  condition text;
begin
  if target is null then
    raise exception 'There is no table "%". Create it before child_table declares it.', name;
  end if;
  if owner is null or not (select relrowsecurity from pg_class where oid = owner) then
    raise exception 'The table "%" is not declared. Call record_table(''%'', …) before child_table.', parent, parent;
  end if;
  select a.attname into reference
  from pg_constraint f join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
  where f.conrelid = target and f.confrelid = owner and f.contype = 'f' and cardinality(f.conkey) = 1
  order by a.attnum limit 1;
  if reference is null then
    raise exception 'Table "%" has no foreign key to "%". Add a column such as %_id bigint not null references % (id) on delete cascade.',
      name, parent, parent, parent;
  end if;
  -- The record's own policy decides within the sub-select, as it is asked with the rights of the same request.
  perform declare_policy(target, 'parent',
    format('exists (select from public.%I of_record where of_record.id = %I.%I)', parent, name, reference));
  condition := change_condition(owner);
  if condition is not null then
    perform declare_work(target, format('exists (select from public.%I where %I.id = %I.%I and %s)',
      parent, parent, name, reference, condition));
  end if;
  perform grant_rows(target, writes);
  execute format('create index if not exists %I on %s (%I)', name || '_of_record', target, reference);
end $$;

revoke execute on function declare_work, work_condition, change_condition from public;

-- Tables that were declared before.
do $$
declare
  one record;
begin
  for one in
    select distinct p.polrelid as target from pg_policy p
    join pg_attribute a on a.attrelid = p.polrelid and a.attname = 'district_code' and not a.attisdropped
    where p.polname = 'own_rows' and obj_description(p.oid, 'pg_policy') = 'scope: district'
      and p.polrelid <> 'import_log'::regclass
  loop
    perform declare_work(one.target, work_condition());
  end loop;
  -- Rows inside the records of those.
  for one in
    select p.polrelid as target, c.relname as name, f.confrelid as owner, o.relname as parent, a.attname as reference
    from pg_policy p
    join pg_class c on c.oid = p.polrelid
    join pg_constraint f on f.conrelid = p.polrelid and f.contype = 'f' and cardinality(f.conkey) = 1
    join pg_class o on o.oid = f.confrelid
    join pg_attribute a on a.attrelid = f.conrelid and a.attnum = f.conkey[1]
    where p.polname = 'own_rows' and obj_description(p.oid, 'pg_policy') = 'scope: parent'
      and pg_get_expr(p.polqual, p.polrelid) like format('%%FROM %I of_record%%', o.relname)
      and change_condition(f.confrelid) is not null
  loop
    perform declare_work(one.target, format('exists (select from public.%I where %I.id = %I.%I and %s)',
      one.parent, one.parent, one.name, one.reference, change_condition(one.owner)));
  end loop;
end $$;

-- What was done in a district is written by who works there; so are its numbers.
create policy work_insert on audit as restrictive for insert
  with check (district_code is null or (select app_work_districts()) is null
    or district_code = any ((select app_work_districts())::text[]));
alter policy own_rows on number_series using ((select app_user_id()) is not null and
  (part !~ '^[0-9]{3}$' or (select app_work_districts()) is null or part = any ((select app_work_districts())::text[])));
