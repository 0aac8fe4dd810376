-- What the roles of requests can touch, and by which commands; every rule under rules/ may read these two.
with request_role as (
  select oid as role, rolname::text as role_name from pg_roles where rolname = any (string_to_array(':request_roles', ','))
),
reachable as (
  select c.oid as relation, c.relname::text as name, c.relkind::text as kind, c.reloptions, c.relrowsecurity,
    r.role, r.role_name, command
  from pg_class c
  join pg_namespace n on n.oid = c.relnamespace and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
  cross join request_role r
  cross join unnest(array['select', 'insert', 'update', 'delete', 'truncate']) as command
  where c.relkind in ('r', 'p', 'v', 'm', 'f')
    and not exists (select from pg_depend d where d.classid = 'pg_class'::regclass and d.objid = c.oid and d.deptype = 'e')
    and (has_table_privilege(r.role, c.oid, command)
      or (command in ('select', 'insert', 'update') and has_any_column_privilege(r.role, c.oid, command)))
)
