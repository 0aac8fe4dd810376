-- Rows inside a record: who sees the record sees them, and nobody else. child_table('inspection_room', 'inspection') is
-- all that such a table needs. It is found by its foreign key; the record's own table must be declared before.
create function child_table(name text, parent text, writes text[] default '{insert,update,delete}')
returns void language plpgsql set search_path = public, pg_temp as $$
declare
  target regclass := to_regclass(format('public.%I', name));
  owner regclass := to_regclass(format('public.%I', parent));
  reference text;
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
  perform grant_rows(target, writes);
  execute format('create index if not exists %I on %s (%I)', name || '_of_record', target, reference);
end $$;
revoke execute on function child_table from public;
