-- level: report
-- Under row security an index serves an operator only if that cannot leak what it compares; the operators of texts can.
select distinct 'table' as kind, r.name as place,
  format('The index %s of "%s" is never used by a request: its operators are not leakproof, and row security comes first.',
    i.indexrelid::regclass, r.name) as message,
  'Declare which field it finds: select search_text(''VIEW'', ''FIELD'', ''TABLE''). Or drop the index.' as remedy
from reachable r join pg_index i on i.indrelid = r.relation
join pg_class x on x.oid = i.indexrelid join pg_am m on m.oid = x.relam and m.amname in ('gin', 'gist')
where r.kind in ('r', 'p') and r.relrowsecurity and r.command = 'select' and not exists (
  select from unnest(i.indclass::oid[]) as class join pg_opclass oc on oc.oid = class
  join pg_amop o on o.amopfamily = oc.opcfamily join pg_operator op on op.oid = o.amopopr
  join pg_proc p on p.oid = op.oprcode where p.proleakproof and op.oprname <> '=')
  and not exists (
    select from search_text s join pg_attribute a on a.attrelid = r.relation and a.attnum = i.indkey[0]
    where s.table_name = r.name and s.column_name = a.attname)
