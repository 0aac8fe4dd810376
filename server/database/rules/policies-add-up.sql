-- level: report
-- Several permissive policies for one command widen each other: the widest decides. (Splinter 0006)
select 'table' as kind, name as place,
  format('Table "%s" has several policies for %s: %s. Whatever one of them allows is allowed.', name, command,
    string_agg(distinct polname, ', ')) as message,
  'Keep one policy for a command, or mark the narrower ones as restrictive.' as remedy
from reachable r join pg_policy p on p.polrelid = r.relation and p.polpermissive
  and (p.polroles = '{0}' or r.role = any (p.polroles))
  and p.polcmd in ('*', case r.command when 'select' then 'r' when 'insert' then 'a' when 'update' then 'w' when 'delete' then 'd' else '' end)
where r.command <> 'truncate'
group by r.name, r.command having count(distinct p.oid) > 1
