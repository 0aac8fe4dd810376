-- level: report
-- A row that may be written, but not read, or the other way round: with check says something else than using.
select 'table' as kind, c.relname::text as place,
  format('The policy "%s" of table "%s" lets other rows be written than it lets be read.', p.polname, c.relname) as message,
  'Give "with check" the condition of "using"; record_table does.' as remedy
from pg_policy p join pg_class c on c.oid = p.polrelid
where p.polcmd in ('*', 'w') and p.polqual is not null and p.polwithcheck is not null
  and pg_get_expr(p.polqual, p.polrelid) <> pg_get_expr(p.polwithcheck, p.polrelid)
