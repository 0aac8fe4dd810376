-- level: report
-- A setting that a policy asks without (select …) is asked again for every row. (Splinter 0003)
select 'table' as kind, c.relname::text as place,
  format('The policy "%s" of table "%s" asks a setting anew for each row.', p.polname, c.relname) as message,
  'Write (select app_districts()) instead of app_districts(): it is asked once a statement.' as remedy
from pg_policy p join pg_class c on c.oid = p.polrelid
where regexp_replace(concat_ws(' ', pg_get_expr(p.polqual, p.polrelid), pg_get_expr(p.polwithcheck, p.polrelid)),
  '\( SELECT (?:public\.)?\w+\([^()]*\) AS \w+\)', '', 'g') ~* '\m(?:app_\w+|current_setting)\('
