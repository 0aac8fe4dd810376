-- level: refuse
-- A view reads as its owner, round the row security of its tables, unless it is told otherwise. (Splinter 0010)
select distinct 'view' as kind, name as place,
  format('View "%s" reads as its owner: whoever may read it sees the rows of all districts.', name) as message,
  format('Make it with (security_invoker = true).', name) as remedy
from reachable
where kind = 'v' and not exists (
  select from unnest(coalesce(reloptions, '{}')) as option where lower(option) in ('security_invoker=true', 'security_invoker=on', 'security_invoker=1', 'security_invoker=yes'))
