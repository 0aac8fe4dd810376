-- level: report
-- A table says whose each row is, but its policy does not ask: only the code of a handler keeps one from the other.
select distinct 'table' as kind, r.name as place,
  format('Table "%s" has the column "%s", but its policy does not ask for it.', r.name, a.attname) as message,
  format('Declare it: select record_table(''%s'', ''user'', owner_column => ''%s'').', r.name, a.attname) as remedy
from reachable r
join pg_attribute a on a.attrelid = r.relation and a.attname in ('user_id', 'owner_id', 'to_user_id') and not a.attisdropped
where r.kind in ('r', 'p') and r.command = 'select' and not exists (
  select from pg_policy p where p.polrelid = r.relation
    and concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~ ('\m' || a.attname || '\M'))
