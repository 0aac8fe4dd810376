-- level: report
-- A column that is named like a secret can be read by requests. (Splinter 0023)
select 'table' as kind, r.name as place,
  format('Column "%s" of "%s" is named like a secret, and %s may read it.', a.attname, r.name, string_agg(r.role_name, ' and ')) as message,
  format('Grant the other columns only: revoke select on %I from cadastre_reader, cadastre_writer; grant select (…) on %I to them.', r.name, r.name) as remedy
from reachable r join pg_attribute a on a.attrelid = r.relation and a.attnum > 0 and not a.attisdropped
where r.command = 'select' and a.attname ~ '(password|passwd|secret|token|credential|private_key|api_?key|_hash$)'
  and has_column_privilege(r.role, r.relation, a.attnum, 'select')
group by r.name, a.attname
