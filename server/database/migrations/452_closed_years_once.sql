-- As in 380; a year is asked once in a statement that adds many rows, not once for each of them.
create or replace function keep_closed_years() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  free text[] := '{version,created_at,created_by,updated_at,updated_by,district_code,synthetic}' || tg_argv[0]::text[];
  key text := 'o.district_code::text as district, t.base_date::date as base_date, o.synthetic';
  rows_of text := '%s t cross join lateral (select t.district_code, t.synthetic) o';
  one record;
  rolled boolean;
  by_supp boolean;
  changed boolean;
  why text;
begin
  -- The server's own hands: a migration, a restored backup, the demo.
  if app_user_id() is null then return null; end if;
  if tg_argv[2] <> '' then
    key := format('o.district_code::text as district, %s.base_date::date as base_date, o.synthetic', tg_argv[4]);
    rows_of := format('%%s t join %I o on o.id = t.%I', tg_argv[2], tg_argv[3]);
  end if;
  for one in execute (
    select string_agg(format('select distinct %s from %s', key, format(rows_of, relation)), ' union ') || ' order by 1, 2, 3'
    from unnest(case tg_op when 'INSERT' then '{new_rows}' when 'DELETE' then '{old_rows}' else '{old_rows,new_rows}' end::text[]) r (relation))
  loop
    perform pg_advisory_xact_lock_shared(year_lock_key(one.district, one.base_date));
    why := district_closed(one.district, one.base_date, one.synthetic);
    continue when why is null;
    rolled := exists (select from district_year y where y.district_code = one.district and y.base_date = one.base_date
      and y.synthetic = one.synthetic and y.state = 'ROLLED');
    -- A supp changes values in force, where the contractor has it so.
    by_supp := rolled and tg_table_name = 'property_value'
      and setting_flag('supp.rolled.values', contract_region_of(one.district));
    changed := true;
    if tg_op = 'INSERT' and by_supp then
      execute 'select exists (select from new_rows t where (t.district_code::text, t.base_date::date, t.synthetic) = ($1, $2, $3)
        and t.method is distinct from ''S'')'
      into changed using one.district, one.base_date, one.synthetic;
    elsif tg_op = 'UPDATE' then
      execute format('select exists (
        select from (select t.id, to_jsonb(t) - $4 as whole, %1$s from %2$s) a join (select t.id, to_jsonb(t) - $4 as whole, %1$s from %3$s) b
          on b.id = a.id
        where a.whole is distinct from b.whole and not ($5 and b.whole ->> ''method'' = ''S'')
          and ((a.district, a.base_date, a.synthetic) = ($1, $2, $3) or (b.district, b.base_date, b.synthetic) = ($1, $2, $3)))',
        key, format(rows_of, 'old_rows'), format(rows_of, 'new_rows'))
      into changed using one.district, one.base_date, one.synthetic,
        free || case when rolled then '{}' else tg_argv[1]::text[] end, by_supp;
    end if;
    if changed then raise exception '%', why using errcode = 'CA423'; end if;
  end loop;
  return null;
end $$;
