-- level: refuse
-- A function with the owner's rights is a way round row security for whoever may call it. (Splinter 0028, 0029)
select 'function' as kind, p.proname::text as place,
  format('Function "%s" runs with its owner''s rights, and %s may call it.', p.oid::regprocedure, string_agg(r.role_name, ' and ')) as message,
  format('Make it with security invoker, or: revoke execute on function %s from public.', p.oid::regprocedure) as remedy
from pg_proc p
join pg_namespace n on n.oid = p.pronamespace and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
join request_role r on has_function_privilege(r.role, p.oid, 'execute')
where p.prosecdef and p.prorettype <> 'trigger'::regtype
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
group by p.oid, p.proname
