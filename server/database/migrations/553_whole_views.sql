-- The table of which a view has each row once and no other: to count the view nothing is read but that table, whole. Its owner is
-- held to no policy, so a condition would be the view's; without indexes none of it hides in one. A definition is checked by it.
create function whole_table_of(counted regclass) returns text
language plpgsql security definer set search_path = pg_catalog, public, pg_temp
set enable_indexscan = off set enable_indexonlyscan = off set enable_bitmapscan = off as $$
declare
  plan jsonb;
begin
  execute format('explain (format json) select count(*) from %s', counted) into plan;
  plan := plan -> 0 -> 'Plan';
  while (plan ->> 'Node Type' = 'Gather' or plan ->> 'Node Type' = 'Aggregate' and plan ->> 'Strategy' = 'Plain')
    and jsonb_array_length(plan -> 'Plans') = 1
  loop
    plan := plan -> 'Plans' -> 0;
  end loop;
  return case when not plan ?| '{Plans,Filter}' then plan ->> 'Relation Name' end;
end $$;
revoke execute on function whole_table_of from public;
grant execute on function whole_table_of to cadastre_reader;
