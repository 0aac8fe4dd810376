-- level: refuse
-- A command is granted that no policy speaks of: nobody can use it, and the first policy would open it. (Splinter 0008)
select 'table' as kind, r.name as place,
  format('Table "%s" lets %s %s, but no policy says which rows.', r.name, string_agg(distinct r.role_name, ' and '),
    string_agg(distinct r.command, ', ')) as message,
  format('Declare it in a new migration: select record_table(''%s'', …), or revoke the grant.', r.name) as remedy
from reachable r
where r.kind in ('r', 'p') and r.relrowsecurity and r.command <> 'truncate' and not exists (
  select from pg_policy p where p.polrelid = r.relation and p.polpermissive
    and (p.polroles = '{0}' or r.role = any (p.polroles))
    and p.polcmd in ('*', case r.command when 'select' then 'r' when 'insert' then 'a' when 'update' then 'w' else 'd' end))
group by r.name
