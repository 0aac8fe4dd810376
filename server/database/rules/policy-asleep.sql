-- level: refuse
-- A policy is written, but row security is off, so that it is never asked. (Splinter 0007)
select 'table' as kind, c.relname::text as place,
  format('Table "%s" has the policy "%s", but its row security is off.', c.relname, min(p.polname)) as message,
  format('Add to a new migration: alter table %I enable row level security.', c.relname) as remedy
from pg_policy p join pg_class c on c.oid = p.polrelid where not c.relrowsecurity group by c.relname
