-- level: report
-- A table that requests change tells neither who saved a row nor which save it was. Rows inside a record (child_table) are
-- guarded and stamped by their record.
select distinct 'table' as kind, r.name as place,
  format('Table "%s" is changed by requests and has no %s.', r.name, case when v.attname is null then 'version' else 'stamp' end) as message,
  format('Declare it: select record_table(''%s'', …) adds version and stamp.', r.name) as remedy
from reachable r
left join pg_attribute v on v.attrelid = r.relation and v.attname = 'version' and not v.attisdropped
where r.kind in ('r', 'p') and r.command = 'update' and (v.attname is null or not exists (
  select from pg_trigger t where t.tgrelid = r.relation and t.tgfoid = 'public.stamp_update()'::regprocedure))
  and not exists (
    select from pg_policy p where p.polrelid = r.relation and obj_description(p.oid, 'pg_policy') = 'scope: parent')
