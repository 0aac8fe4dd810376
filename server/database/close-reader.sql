-- Takes from requests what outlives their transaction, or writes in one that only reads: locks of a session, settings,
-- logical messages, notifications, large objects, snapshots. Run by a superuser in Cadastre's database; may be repeated.
-- Who owns the database keeps what the server itself needs, and may limit the temporary files of a request.
do $$
declare
  owner text := coalesce(nullif(current_setting('cadastre.owner', true), ''),
    (select pg_get_userbyid(datdba) from pg_database where datname = current_database()));
  held regprocedure;
begin
  for held in
    select p.oid from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace
      and (p.proname ~ '^pg_(try_)?advisory_' or p.proname ~ '^lo_' or p.proname in ('set_config', 'loread', 'lowrite',
        'pg_logical_emit_message', 'pg_notify', 'pg_export_snapshot'))
      and has_function_privilege('cadastre_reader', p.oid, 'execute')
  loop
    execute format('revoke execute on function %s from public', held);
  end loop;
  for held in
    select p.oid from pg_proc p
    where p.pronamespace = 'pg_catalog'::regnamespace and p.proname ~ '^pg_(try_)?advisory_'
  loop
    if not has_function_privilege(owner, held, 'execute') then
      execute format('grant execute on function %s to %I', held, owner);
    end if;
    if held::text ~ 'xact' and not has_function_privilege('cadastre_writer', held, 'execute') then
      execute format('grant execute on function %s to cadastre_writer', held);
    end if;
  end loop;
  if not has_parameter_privilege(owner, 'temp_file_limit', 'set') then
    execute format('grant set on parameter temp_file_limit to %I', owner);
  end if;
end $$;
