-- level: refuse
-- A request role that is above row security makes every policy void.
select 'role' as kind, r.rolname::text as place,
  format('The role "%s" is above row security (%s).', r.rolname, case when r.rolsuper then 'superuser' else 'bypassrls' end) as message,
  format('As a superuser run: alter role %I nosuperuser nobypassrls.', r.rolname) as remedy
from pg_roles r join request_role on role = r.oid where r.rolsuper or r.rolbypassrls
