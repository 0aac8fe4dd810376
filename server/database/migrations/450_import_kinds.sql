-- Files of other kinds than sales are settled with the rights of whoever brings them, their rows and logs with it.
grant insert on import_file, import_log to cadastre_writer;
grant update (state, version, updated_by, new_count, changed_count, same_count, conflict_count, skipped_count, districts)
  on import_file to cadastre_writer;
-- Who brings a file brings it in their own name, of districts that they see; what becomes of it is said by them, or by who works in all
-- of its districts, as when it is taken back.
do $$
declare
  read_as text := (select pg_get_expr(polqual, polrelid) from pg_policy where polrelid = 'import_file'::regclass and polname = 'own_rows');
  mine text := 'uploaded_by = (select public.app_user_id())';
begin
  drop policy own_rows on import_file;
  perform declare_policy('import_file', 'district', read_as, 'select');
  perform declare_policy('import_file', 'district', mine || ' and ((select public.app_districts()) is null '
    || 'or districts <@ (select public.app_districts())::text[])', 'insert');
  perform declare_policy('import_file', 'district', mine || ' or (select public.app_work_districts()) is null '
    || 'or (districts <> ''{}'' and districts <@ (select public.app_work_districts())::text[])', 'update');
end $$;
-- The version of a record after a file, on one of its lines: what taking the file back takes back.
alter table import_log add column version integer;
select declare_work('import_log', 'district_code is null or ' || work_condition());

-- As in 265; a schedule that is removed has no days to fill in.
create or replace function improvement_schedule_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select r.pointer, r.message from (values
    ('/region_id', 'Which region? A schedule of a region names it.', after ->> 'scope' = 'REGION' and after ->> 'region_id' is null),
    ('/region_id', 'Only a schedule of a region names one. Clear it.', after ->> 'scope' <> 'REGION' and after ->> 'region_id' is not null),
    ('/district', 'Which district? A schedule of a district names it.', after ->> 'scope' = 'DISTRICT' and after ->> 'district' is null),
    ('/district', 'Only a schedule of a district names one. Clear it.', after ->> 'scope' <> 'DISTRICT' and after ->> 'district' is not null),
    ('/valid_from', 'From which day does it hold? Enter one, such as 01-Jan-1900.', before is not null and after ->> 'valid_from' is null),
    ('/valid_to', 'Until which day does it hold? Enter one, such as 31-Dec-9999.', before is not null and after ->> 'valid_to' is null),
    ('/valid_to', 'It ends before it begins.', (after ->> 'valid_to')::date < (after ->> 'valid_from')::date)
  ) r (pointer, message, wrong) where r.wrong and after is not null
  union all
  select format('/rates/%s/high', l.n - 1), 'The highest usual rate is below the lowest.'
  from jsonb_array_elements(coalesce(after -> 'rates', '[]')) with ordinality l (row, n)
  where (l.row ->> 'high')::numeric < (l.row ->> 'low')::numeric;
end;
