-- level: refuse
-- A policy that holds for every row is none; an insert without a check counts as one. (Splinter 0024)
select 'table' as kind, c.relname::text as place,
  format('The policy "%s" of table "%s" lets everybody %s every row.', p.polname, c.relname,
    case p.polcmd when 'r' then 'read' when 'a' then 'insert' when 'w' then 'update' when 'd' then 'delete' else 'touch' end) as message,
  format('Name whose rows they are: select record_table(''%s'', ''district''), or user, company, all.', c.relname) as remedy
from pg_policy p join pg_class c on c.oid = p.polrelid
where p.polpermissive and (
  translate(lower(pg_get_expr(p.polqual, p.polrelid)), ' ()', '') ~ '^(true|(\d+)=\2|nottruefalse|notfalse)$'
  or translate(lower(pg_get_expr(p.polwithcheck, p.polrelid)), ' ()', '') ~ '^(true|(\d+)=\2|notfalse)$'
  or (p.polcmd = 'a' and p.polwithcheck is null))
