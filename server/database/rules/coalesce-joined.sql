-- level: report
-- Row security takes coalesce, unlike case, for what may tell of a row: it comes last, and all rows that the rest leaves are looked through.
select distinct 'view' as kind, v.place,
  format('View "%s" joins "%s" by coalesce (…), for which no index is read.', v.place, t.relname) as message,
  'Write case when a is null then b else a end.' as remedy
from (
  select c.relname::text as place, compared[1] as alias, named[1] as relation, named[2] as called
  from pg_class c
  cross join lateral pg_get_viewdef(c.oid) as sql
  cross join lateral regexp_split_to_table(sql, '\n') as line
  cross join lateral regexp_matches(line, '\m(\w+)\.\w+ = COALESCE\(', 'g') as compared
  cross join lateral regexp_matches(sql, '\m(?:FROM|JOIN)\s+\(*(\w+)\s+(\w+)', 'g') as named
  where c.relkind = 'v' and c.relnamespace = 'public'::regnamespace and line ~ '^\s*(?:(?:LEFT |RIGHT |FULL )?JOIN|WHERE|FROM)\M'
) v join pg_class t on t.relname = v.relation and t.relnamespace = 'public'::regnamespace
where v.called = v.alias and exists (
  select from pg_policy k where k.polrelid = t.oid and pg_get_expr(k.polqual, k.polrelid) like '%app_districts()%')
