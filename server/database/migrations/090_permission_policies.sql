-- Policies may ask for a permission: what only some may write is closed in the database too, whichever handler asks.

-- The permissions of who asks; none for a connection that says nothing.
create function app_perms() returns text[]
language sql stable parallel safe
return string_to_array(coalesce(current_setting('cadastre.perms', true), ''), ',');

create function app_may(permission text) returns boolean
language sql stable parallel safe
return permission = any (public.app_perms());

-- After record_table: the scope tells which rows are read as before; who writes them needs the permission besides.
create function record_permission(name text, permission text, also text default 'true') returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  target regclass := to_regclass(format('public.%I', name));
  scope text;
  condition text;
begin
  select substr(obj_description(p.oid, 'pg_policy'), 8), pg_get_expr(p.polqual, p.polrelid) into scope, condition
  from pg_policy p where p.polrelid = target and p.polname = 'own_rows';
  if scope is null then
    raise exception 'Table "%" is not declared. Call record_table(''%'', …) before record_permission.', name, name;
  end if;
  execute format('drop policy own_rows on %s', target);
  perform declare_policy(target, scope, condition, 'select');
  condition := format('%s and %L = any ((select public.app_perms())::text[])', condition, permission);
  perform declare_policy(target, scope, condition || case when also = 'true' then '' else ' and ' || also end, 'insert');
  perform declare_policy(target, scope, condition, 'update');
  perform declare_policy(target, scope, condition, 'delete');
end $$;
revoke execute on function record_permission from public;
