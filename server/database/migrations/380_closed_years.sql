-- A year that is locked or rolled takes no values, whoever writes them and by whichever way: the tables say so themselves, so
-- that a form, a file, a command and a function are refused by one sentence (docs/decisions/0156).

insert into setting_kind (group_code, posn, key, title, help, kind, default_flag, by_region) values
('SUPP', 21, 'supp.rolled.values', 'A supp changes values in force', 'A completed supp writes its values to years that are rolled over too. A locked year takes none. No: it is refused there as anything else.', 'flag', true, true);
insert into setting (key) values ('supp.rolled.values');

-- Who writes values of a year holds it with others who write; who closes it holds it alone. So neither passes the other.
create function year_lock_key(of_district text, on_date date) returns bigint
language sql immutable parallel safe
return hashtextextended('values of ' || of_district || ' at ' || on_date, 0);

-- After each statement over a table that holds what belongs to a year. Arguments: the columns that a closed year leaves free, those
-- that a locked one leaves free besides; of rows inside a record its table, the column that leads there and whose base date counts.
create function keep_closed_years() returns trigger
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
    select string_agg(format('select %s from %s', key, format(rows_of, relation)), ' union ') || ' order by 1, 2, 3'
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

-- closes_with_year('property_value'): whatever people write there is refused in a closed year.
create function closes_with_year(
  name text, free text[] default '{}', while_locked text[] default '{}', parent text default '', reference text default '', dated text default 't'
) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  event text;
begin
  foreach event in array '{insert,update,delete}'::text[]
  loop
    execute format('create or replace trigger %I after %s on %I referencing %s for each statement execute function keep_closed_years(%L, %L, %L, %L, %L)',
      'closed_year_' || event, event, name,
      case event when 'insert' then 'new table as new_rows' when 'delete' then 'old table as old_rows'
        else 'old table as old_rows new table as new_rows' end,
      free, while_locked, parent, reference, dated);
  end loop;
end $$;
revoke execute on function closes_with_year, keep_closed_years from public;

-- A verification says that somebody looked at a value, a component's code is a name, and what is said of a benchmark is no value.
-- A locked year still has its reports finished; one that is rolled over is history.
select closes_with_year('property_value', '{verification_type,verified_on,verified_by}');
select closes_with_year('benchmark_year', '{comment,component_code}');
select closes_with_year('component_year', '{component_code}',
  '{trend,report_status,report_valuer_id,comments,carried_from}');
select closes_with_year('analysis_benchmark', '{component_code}');
select closes_with_year('s28_group', '{reviewed_on,valuer_id}');
select closes_with_year('s28_member', parent => 's28_group', reference => 'group_id', dated => 'o');
select closes_with_year('s28_line', parent => 's28_group', reference => 'group_id', dated => 'o');
select closes_with_year('lga_index');
select closes_with_year('crown_value', parent => 'crown_property', reference => 'crown_property_id');

comment on function keep_closed_years is 'Refuses what people write to a year that is locked or rolled over.';
comment on function year_lock_key is 'The number by which writers of a year''s values and whoever closes it wait for each other.';
