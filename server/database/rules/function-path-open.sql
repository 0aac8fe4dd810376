-- level: report
-- What a function means must not depend on who calls it. A body that is read when the function is made is bound already. (Splinter 0011)
select 'function' as kind, p.proname::text as place,
  format('Function "%s" finds its tables by the path of whoever calls it.', p.oid::regprocedure) as message,
  format('Write its body with return … or begin atomic …, or: alter function %s set search_path = public, pg_temp.', p.oid::regprocedure) as remedy
from pg_proc p join pg_language l on l.oid = p.prolang
where p.pronamespace = 'public'::regnamespace and l.lanname in ('sql', 'plpgsql') and p.prosqlbody is null
  and not exists (select from unnest(coalesce(p.proconfig, '{}')) as setting where setting like 'search_path=%')
  and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
