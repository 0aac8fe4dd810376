-- Tables are closed until they are declared: docs/decisions/0078. record_table makes row security, policy, grants,
-- stamp and version of a table; what lies in no scope is closed, or has a policy of its own below.

-- One company until a request names another.
create function app_company() returns bigint
language sql stable parallel safe
return coalesce(nullif(current_setting('cadastre.company', true), '')::bigint, 1);

-- Whose rows a request sees and writes, as the text of a policy. A connection that says nothing sees nothing.
create function scope_condition(scope text, owner_column text default 'user_id') returns text
language sql immutable parallel safe
return case scope
  when 'district' then '((select public.app_districts()) is null or district_code::text = any ((select public.app_districts())::text[]))'
    || ' and ((select public.app_dataset()) = ''both'' or synthetic = ((select public.app_dataset()) = ''synthetic''))'
  when 'user' then format('%I = (select public.app_user_id())', owner_column)
  when 'company' then '(select public.app_user_id()) is not null and company = (select public.app_company())'
  when 'all' then '(select public.app_user_id()) is not null'
end;

-- One policy for a table, or one for each command where they differ. The comment keeps the scope that was declared,
-- for those who compare it with the entity.
create function declare_policy(target regclass, scope text, condition text, command text default 'all') returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  name text := case command when 'all' then 'own_rows' else 'own_rows_' || command end;
begin
  execute format('alter table %s enable row level security', target);
  execute format('drop policy if exists %I on %s', name, target);
  execute format('create policy %I on %s for %s %s %s', name, target, command,
    case when command <> 'insert' then format('using (%s)', condition) else '' end,
    case when command in ('all', 'insert', 'update') then format('with check (%s)', condition) else '' end);
  execute format('comment on policy %I on %s is %L', name, target, 'scope: ' || scope);
end $$;

create function grant_rows(target regclass, writes text[], readable boolean default true) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('revoke all on %s from cadastre_reader, cadastre_writer', target);
  execute format('grant select on %s to cadastre_writer', target);
  -- Rows of one person are no matter of reports.
  if readable then execute format('grant select on %s to cadastre_reader', target); end if;
  if cardinality(writes) > 0 then
    execute format('grant %s on %s to cadastre_writer', array_to_string(writes, ', '), target);
  end if;
end $$;

create function record_stamp(target regclass) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  execute format('alter table %s
    add column if not exists created_at timestamptz not null default now(), add column if not exists created_by bigint,
    add column if not exists updated_at timestamptz not null default now(), add column if not exists updated_by bigint,
    add column if not exists version integer not null default 1', target);
  execute format('create or replace trigger stamp before update on %s for each row execute function stamp_update()', target);
end $$;

-- record_table('owner', 'district') is all that a table of records needs. May be repeated; the last call holds.
-- scope: district (district_code, synthetic), user (owner_column), company (company), all (whoever is signed in).
-- writes: what the writer of requests may do beside reading; nothing with '{}'.
create function record_table(
  name text, scope text default 'district', writes text[] default '{insert,update,delete}', owner_column text default 'user_id'
) returns void language plpgsql set search_path = public, pg_temp as $$
declare
  target regclass := to_regclass(format('public.%I', name));
  needed text[] := case scope when 'district' then '{district_code,synthetic}' when 'user' then array[owner_column]
    when 'company' then '{company}' else '{}' end;
  missing text;
  one record;
begin
  if target is null then
    raise exception 'There is no table "%". Create it before record_table declares it.', name;
  end if;
  if scope is null or scope not in ('district', 'user', 'company', 'all') then
    raise exception 'The scope "%" of table "%" is unknown. Use district, user, company or all.', scope, name;
  end if;
  if exists (select from unnest(writes) as w where w not in ('insert', 'update', 'delete')) then
    raise exception 'The writes % of table "%" are not known. Use insert, update and delete.', writes, name;
  end if;
  if scope = 'district' then
    execute format('alter table %s add column if not exists synthetic boolean not null default false', target);
  end if;
  select n into missing from unnest(needed) as n
  where not exists (select from pg_attribute a where a.attrelid = target and a.attname = n and not a.attisdropped);
  if missing is not null then
    raise exception 'Table "%" has no column "%", by which the scope "%" tells whose a row is. Add the column, or declare another scope.',
      name, missing, scope;
  end if;
  for one in select polname from pg_policy where polrelid = target loop
    execute format('drop policy %I on %s', one.polname, target);
  end loop;
  perform declare_policy(target, scope, scope_condition(scope, owner_column));
  perform grant_rows(target, writes, scope <> 'user');
  if 'update' = any (writes) then perform record_stamp(target); end if;
end $$;

-- Only migrations declare tables.
revoke execute on function scope_condition, declare_policy, grant_rows, record_stamp, record_table from public;

-- Records of a district.
select record_table(t) from unnest(array['property', 'legal_lot', 'property_value', 'sale', 'sale_conflict', 'analysis',
  'component']) as t;
select record_table('sale_received', 'district', '{}');

-- What everybody who is signed in reads, and the server's own hands write.
select record_table(t, 'all', '{}') from unnest(array['district', 'zone', 'contract_region', 'region_district', 'role',
  'role_permission']) as t;
select record_table('reference_item', 'all');

-- One person's own.
select record_table('search', 'user', owner_column => 'owner_id');
select record_table(t, 'user') from unnest(array['user_option', 'draft', 'photo', 'journey']) as t;
select record_table('job', 'user', '{insert,update}', 'created_by');

-- Columns are granted one by one: password hashes and other companies' parameters stay where they are.
select declare_policy('app_user', 'all', scope_condition('all'));
select declare_policy('sysparam', 'company', scope_condition('company'));

-- Rows that lie in no district are everybody's; the audit is written in one's own name.
do $$
declare
  signed_in text := '(select public.app_user_id()) is not null';
  district text := 'district_code is null or (select public.app_districts()) is null or district_code = any ((select public.app_districts())::text[])';
  dataset text := '(select public.app_dataset()) = ''both'' or synthetic = ((select public.app_dataset()) = ''synthetic'')';
begin
  drop policy own_rows on audit;
  drop policy own_rows on import_log;
  perform declare_policy('audit', 'district', format('%s and (%s) and (%s)', signed_in, district, dataset), 'select');
  perform declare_policy('audit', 'district',
    format('(%s) and (%s) and user_id = (select public.app_user_id())', district, dataset), 'insert');
  perform declare_policy('import_log', 'district', format('%s and (%s)', signed_in, district));
  -- A file covers several districts; before it is read, none. Who brought it sees it in any case.
  perform declare_policy('import_file', 'district', signed_in || ' and (districts = ''{}'' '
    || 'or (select public.app_districts()) is null or districts && (select public.app_districts())::text[] '
    || 'or uploaded_by = (select public.app_user_id()))');
  perform grant_rows('import_file', '{}');
end $$;

-- Written by the sender, read by both, changed by who received it.
do $$
begin
  perform declare_policy('notification', 'user',
    'to_user_id = (select public.app_user_id()) or from_user_id = (select public.app_user_id())', 'select');
  perform declare_policy('notification', 'user', 'from_user_id = (select public.app_user_id())', 'insert');
  perform declare_policy('notification', 'user', 'to_user_id = (select public.app_user_id())', 'update');
  perform grant_rows('notification', '{insert,update}', false);
end $$;

-- Lines of a journey and of a list of phrases go with what they belong to; the company's phrases are read by all.
do $$
begin
  perform declare_policy('journey_stop', 'user',
    'exists (select from public.journey j where j.id = journey_id and j.user_id = (select public.app_user_id()))');
  perform grant_rows('journey_stop', '{insert,update,delete}', false);
  perform declare_policy('phrase_list', 'user', '(select public.app_user_id()) is not null '
    || 'and (user_id = (select public.app_user_id()) or (user_id is null and company = (select public.app_company())))', 'select');
  perform declare_policy('phrase', 'user', 'exists (select from public.phrase_list l where l.id = list_id)', 'select');
  perform grant_rows('phrase_list', '{}', false);
  perform grant_rows('phrase', '{}', false);
end $$;

create index journey_from on journey (from_user_id);
create index phrase_list_user on phrase_list (user_id);
create index region_district_code on region_district (district_code);
create index user_region_region on user_region (region_id);
create index user_role_role on user_role (role_id);

-- The rest is the server's alone. Without a policy a grant by mistake shows nothing, and the start refuses it.
do $$
declare
  one regclass;
begin
  for one in select oid from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r' and not relrowsecurity
  loop
    execute format('alter table %s enable row level security', one);
  end loop;
end $$;

-- What a function means must not depend on who calls it. A body that is read when the function is made names its
-- tables for good and can still be drawn into a query; procedural ones get a fixed path.
do $$
declare
  one record;
  definition text;
begin
  for one in
    select p.oid::regprocedure as signature, p.oid, p.prosrc, l.lanname
    from pg_proc p join pg_language l on l.oid = p.prolang
    where p.pronamespace = 'public'::regnamespace and p.prokind in ('f', 'p') and p.prosqlbody is null and p.proconfig is null
      and l.lanname in ('sql', 'plpgsql')
      and not exists (select from pg_depend d where d.classid = 'pg_proc'::regclass and d.objid = p.oid and d.deptype = 'e')
  loop
    if one.lanname = 'sql' then
      definition := pg_get_functiondef(one.oid);
      definition := left(definition, strpos(definition, 'AS $function$') - 1);
      execute definition || 'begin atomic ' || one.prosrc || '; end';
    else
      execute format('alter function %s set search_path = public, pg_temp', one.signature);
    end if;
  end loop;
end $$;
