-- Rights of the two roles that requests run under, and row security. The owner (migrations, jobs) sees all.

do $$
declare
  t text;
begin
  foreach t in array array['property', 'legal_lot', 'property_value', 'sale', 'sale_conflict', 'analysis', 'component']
  loop
    execute format('alter table %I enable row level security', t);
    execute format($policy$
      create policy own_rows on %I
      using (((select app_districts()) is null or district_code::text = any ((select app_districts())::text[]))
        and ((select app_dataset()) = 'both' or synthetic = ((select app_dataset()) = 'synthetic')))
      with check ((select app_districts()) is null or district_code::text = any ((select app_districts())::text[]))
    $policy$, t);
  end loop;
  -- Rows that may lie in no district are everybody's.
  foreach t in array array['audit', 'import_log']
  loop
    execute format('alter table %I enable row level security', t);
    execute format($policy$
      create policy own_rows on %I
      using (district_code is null or (select app_districts()) is null
        or district_code = any ((select app_districts())::text[]))
    $policy$, t);
  end loop;
end $$;

grant usage on schema public to cadastre_reader, cadastre_writer;
grant select on
  district, zone, component, contract_region, region_district, reference_item,
  property, legal_lot, property_value, import_file, import_log, sale, sale_conflict, analysis,
  role, role_permission, audit, property_record, sale_record, analysis_record, component_record
to cadastre_reader, cadastre_writer;
grant select (id, company, name, value) on sysparam to cadastre_reader, cadastre_writer;
grant select (id, username, full_name, email, valuer, active, synthetic) on app_user to cadastre_reader, cadastre_writer;

grant insert, update, delete on
  zone, component, reference_item, property, legal_lot, property_value, sale, sale_conflict, analysis
to cadastre_writer;
grant insert on audit to cadastre_writer;
grant select, insert, update, delete on search, user_option, notification to cadastre_writer;
grant select, insert, update on job, import_file to cadastre_writer;

do $$
declare
  t text;
begin
  foreach t in array array['district', 'zone', 'component', 'contract_region', 'reference_item', 'sysparam', 'app_user',
    'role', 'property', 'legal_lot', 'property_value', 'import_file', 'sale', 'sale_conflict', 'analysis', 'job',
    'search', 'user_option', 'notification']
  loop
    execute format('create trigger stamp before update on %I for each row execute function stamp_update()', t);
  end loop;
end $$;
