-- What reports answered of each district, kept until something of the district changes: a report of many districts reads it
-- instead of computing all of them anew. As with runs (081), the owner alone reads and writes here, and a crash empties it.
create unlogged table report_runs.series (
  -- Hash of statement, values, districts, columns, data set and rights.
  key text primary key,
  table_name text not null unique,
  used_at timestamptz not null
);

-- Small districts are read together: those of one group by one statement.
create unlogged table report_runs.part (
  series text not null references report_runs.series (key) on delete cascade,
  district_code text not null,
  -- The first district of its group, under which the rows of the group are kept.
  group_code text not null,
  -- What was committed when its rows were read.
  snapshot pg_snapshot not null,
  -- Districts of properties that sales and others of this one are of.
  others text[] not null,
  -- Of the group, told with its first district; 0 with the rest.
  row_count bigint not null,
  bytes bigint not null,
  primary key (series, district_code)
);

-- Where properties lie that the sales and others of a district are of, if not in it: councils merge.
create unlogged table report_runs.crossing (
  district_code text primary key,
  snapshot pg_snapshot not null,
  others text[] not null
);

-- Which transactions changed what reports read of a district; '*' for all. Nobody waits for another here: each transaction
-- has rows of its own.
create unlogged table report_runs.district_change (
  district_code text not null,
  xact xid8 not null,
  primary key (district_code, xact)
);

-- The argument gives the district of a row `c` in SQL.
create function report_runs.note_change() returns trigger
language plpgsql security definer set search_path = pg_catalog, public as $$
declare
  of_rows text := 'select coalesce((' || tg_argv[0] || ')::text, ''*'') as district_code from ';
begin
  if tg_op = 'TRUNCATE' then
    insert into report_runs.district_change values ('*', pg_current_xact_id()) on conflict do nothing;
    return null;
  end if;
  execute 'insert into report_runs.district_change select district_code, pg_current_xact_id() from ('
    || case tg_op when 'INSERT' then of_rows || 'new_rows as c group by 1' when 'DELETE' then of_rows || 'old_rows as c group by 1'
       else of_rows || 'new_rows as c union ' || of_rows || 'old_rows as c' end
    || ') as n on conflict do nothing';
  return null;
end $$;
revoke execute on function report_runs.note_change() from public;

-- From now on changes of a table are noted, each for the district of its row.
create function report_runs.follow(target regclass, district text default 'c.district_code') returns void
language plpgsql set search_path = pg_catalog, public as $$
begin
  execute format('create trigger noted_insert after insert on %s referencing new table as new_rows
    for each statement execute function report_runs.note_change(%L)', target, district);
  execute format('create trigger noted_delete after delete on %s referencing old table as old_rows
    for each statement execute function report_runs.note_change(%L)', target, district);
  execute format('create trigger noted_update after update on %s referencing old table as old_rows new table as new_rows
    for each statement execute function report_runs.note_change(%L)', target, district);
  execute format('create trigger noted_truncate after truncate on %s
    for each statement execute function report_runs.note_change(%L)', target, district);
end $$;
revoke execute on function report_runs.follow(regclass, text) from public;

-- Rows of a district.
select report_runs.follow(target) from unnest('{property, property_value, component, component_year, sale, sale_received,
  sale_pair, analysis, analysis_benchmark, verification, worksheet, supp, benchmark_year, district_year, area_change, objection,
  s28_group, parcel_shape, value_import, report_text, audit_note, audit_result, crown_property, crown_parcel, lga_index}'::regclass[])
  as target;

-- Rows of a row of a district. One whose row has gone is noted with that.
select report_runs.follow(child, format('coalesce((select p.district_code::text from public.%s as p where p.id = c.%I), ''none'')', parent, reference))
from (values ('worksheet_line'::regclass, 'worksheet'::regclass, 'worksheet_id'), ('analysis_improvement', 'analysis', 'analysis_id'),
  ('supp_value', 'supp', 'supp_id'), ('s28_member', 's28_group', 'group_id'), ('s28_line', 's28_group', 'group_id'),
  ('crown_value', 'crown_property', 'crown_property_id')) as k (child, parent, reference);

-- What holds for all districts.
select report_runs.follow(target, '''*''') from unnest('{district, region_district, contract_region, zone, reference_item, setting,
  setting_kind, sysparam, audit_test, regional_index, improvement_schedule, improvement_rate, app_user}'::regclass[]) as target;
