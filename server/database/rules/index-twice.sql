-- level: report
-- Two indexes of one content cost every write twice. (Splinter 0009)
select 'table' as kind, c.relname::text as place,
  format('The indexes %s of "%s" are the same.', string_agg(i.indexrelid::regclass::text, ' and ' order by i.indexrelid), c.relname) as message,
  format('Drop one: drop index %s.', max(i.indexrelid::regclass::text)) as remedy
from pg_index i join pg_class c on c.oid = i.indrelid and c.relnamespace = 'public'::regnamespace
join pg_class x on x.oid = i.indexrelid
group by c.relname, i.indrelid, x.relam, i.indkey::text, i.indclass::text, i.indcollation::text,
  coalesce(pg_get_expr(i.indexprs, i.indrelid), ''), coalesce(pg_get_expr(i.indpred, i.indrelid), '')
having count(*) > 1
