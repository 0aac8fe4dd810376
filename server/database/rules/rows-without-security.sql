-- level: refuse
-- Materialised views and foreign tables cannot have row security. (Splinter 0016, 0017)
select distinct case kind when 'm' then 'materialized view' else 'foreign table' end as kind, name as place,
  format('"%s" is a %s, which has no row security, and %s may read it.', name,
    case kind when 'm' then 'materialised view' else 'foreign table' end, role_name) as message,
  'Revoke the grant and read it through a table or a view with security_invoker.' as remedy
from reachable where kind in ('m', 'f')
