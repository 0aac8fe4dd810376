-- level: report
-- What a join casts from JSON may fail, so row security comes first and the index is not read: all rows are looked through.
select distinct 'function' as kind, f.place,
  format('Function "%s" joins "%s" by a value that it casts from JSON there.', f.place, t.relname) as message,
  'Cast it before, in a query of its own: with n as materialized (select (e.value ->> ''id'')::bigint as id …).' as remedy
from (
  select p.proname::text as place, compared[1] as alias, named[1] as relation, named[2] as called
  from pg_proc p
  cross join lateral regexp_matches(p.prosrc, '\m(\w+)\.\w+ = \(\w+\.\w+ ->> ''\w+''\)::', 'g') as compared
  cross join lateral regexp_matches(p.prosrc, '\m(?:from|join|using|update)\s+(\w+)\s+(?:as\s+)?(\w+)', 'gi') as named
  where p.pronamespace = 'public'::regnamespace and not p.prosecdef
) f join pg_class t on t.relname = f.relation and t.relnamespace = 'public'::regnamespace
where f.called = f.alias and exists (
  select from pg_policy k where k.polrelid = t.oid and pg_get_expr(k.polqual, k.polrelid) like '%app_districts()%')
