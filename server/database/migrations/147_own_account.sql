-- What a person changes of their own account, what the company says of itself, and where people have been: written with
-- the rights of whoever asks.
do $$
begin
  -- One's own row may be held and saved; which columns, the trigger says.
  perform declare_policy('app_user', 'all', '(select public.app_user_id()) is not null '
    || 'and (id = (select public.app_user_id()) or ''userU'' = any ((select public.app_perms())::text[]))', 'update');

  perform record_table('sysparam', 'company', '{insert,update}');
  perform record_permission('sysparam', 'admnU');
  -- Reports read what the parameters are, and nothing of who changed them.
  revoke select on sysparam from cadastre_reader;
  grant select (id, company, name, value) on sysparam to cadastre_reader;

  -- Written in one's own name, and read by nobody who asks.
  perform declare_policy('hit_log', 'user', 'user_id = (select public.app_user_id())', 'insert');
  grant insert (user_id, path) on hit_log to cadastre_writer;
end $$;

-- Who does not manage users changes their own name and address, and nothing that says what they may.
create function own_account_only() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  free text[] := '{full_name,email,version,updated_at,updated_by}';
begin
  if app_user_id() is not null and not app_may('userU')
    and (to_jsonb(new) - free) is distinct from (to_jsonb(old) - free)
  then
    raise exception 'Of one''s own account only name and address are changed.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
create trigger own_account before update on app_user for each row execute function own_account_only();
