-- level: report
-- Rows that cannot be told apart can be neither saved, audited nor opened. (Splinter 0004)
select distinct 'table' as kind, name as place, format('Table "%s" has no primary key.', name) as message,
  format('Add to a new migration: alter table %I add primary key (…).', name) as remedy
from reachable where kind in ('r', 'p')
  and not exists (select from pg_constraint k where k.conrelid = relation and k.contype = 'p')
