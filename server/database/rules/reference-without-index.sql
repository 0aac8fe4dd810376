-- level: report
-- Removing or renumbering a row looks through the whole table that refers to it. (Splinter 0001)
select 'table' as kind, c.relname::text as place,
  format('"%s" refers to "%s" by %s, and no index begins with that.', c.relname, k.confrelid::regclass,
    (select string_agg(a.attname, ', ') from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey))) as message,
  format('Add to a new migration: create index on %I (%s).', c.relname,
    (select string_agg(quote_ident(a.attname), ', ') from pg_attribute a where a.attrelid = c.oid and a.attnum = any (k.conkey))) as remedy
from pg_constraint k join pg_class c on c.oid = k.conrelid and c.relnamespace = 'public'::regnamespace
where k.contype = 'f' and not exists (
  select from pg_index i where i.indrelid = k.conrelid and i.indisvalid and i.indkey[0] = any (k.conkey))
