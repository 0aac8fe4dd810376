-- level: refuse
-- A table of districts is written wherever it is seen: no policy asks whether who writes works in the district.
select 'table' as kind, r.name as place,
  format('Table "%s" is written in districts that may only be searched: no policy for %s asks for the districts to work in.',
    r.name, string_agg(distinct r.command, ', ')) as message,
  format('Declare it: select record_table(''%s'', ''district''), or name (select app_work_districts()) in the policy.', r.name) as remedy
from reachable r
join pg_attribute a on a.attrelid = r.relation and a.attname = 'district_code' and not a.attisdropped
where r.kind in ('r', 'p') and r.command in ('insert', 'update', 'delete') and not exists (
  select from pg_policy p where p.polrelid = r.relation
    and p.polcmd in ('*', case r.command when 'insert' then 'a' when 'update' then 'w' else 'd' end)
    and concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)) ~ '\mapp_work_districts\M')
group by r.name
