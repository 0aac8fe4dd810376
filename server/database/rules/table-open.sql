-- level: refuse
-- A request role reaches a table whose row security is off: everybody sees every row. (Splinter 0013)
select 'table' as kind, name as place,
  format('Table "%s" is open: %s may %s every row of it.', name, string_agg(distinct role_name, ' and '),
    string_agg(distinct command, ', ')) as message,
  format('Declare it in a new migration: select record_table(''%s'', ''district''), or with the scope user, company or all.', name) as remedy
from reachable where kind in ('r', 'p') and not relrowsecurity group by name
