-- Rules of users, roles, teams and regions. The writer asks them before a change: docs/decisions/0088.
-- A connection that names nobody is the server's own.

-- What somebody may do through their roles.
create function role_perms(of_user bigint) returns text[]
language sql stable
return (select coalesce(array_agg(distinct p.perm), '{}') from public.user_role r
  join public.role_permission p on p.role_id = r.role_id where r.user_id = of_user);

-- The permissions of a list that who asks has not, as a sentence part; null when there is none.
create function lacked_perms(perms text[]) returns text
language sql stable
return (select string_agg(p, ', ' order by p) from unnest(perms) as p where p <> all (public.app_perms()));

-- Districts of a list that are not for who asks; null when there is none.
create function lacked_districts(codes text[]) returns text
language sql stable
return (select string_agg(distinct c, ', ' order by c) from unnest(codes) as c
  where public.app_districts() is not null and c <> all (public.app_districts()));

create function role_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  kept text[] := array(select r ->> 'perm' from jsonb_array_elements(before -> 'permissions') r);
  wanted text[] := array(select r ->> 'perm' from jsonb_array_elements(after -> 'permissions') r);
begin
  if app_user_id() is null then return; end if;
  return query
    select format('/permissions/%s/perm', r.n - 1), 'You cannot grant this right, because you do not have it.'
    from jsonb_array_elements(after -> 'permissions') with ordinality r (row, n)
    where r.row ->> 'perm' <> all (kept) and not app_may(r.row ->> 'perm');
  return query
    select format('/permissions/%s/perm', r.n - 1), 'This right stands here twice.'
    from (select row ->> 'perm' as perm, n, row_number() over (partition by row ->> 'perm' order by n) as place
      from jsonb_array_elements(after -> 'permissions') with ordinality e (row, n)) r
    where r.place > 1;
  -- Who manages users must not lock themselves out; the first administrator keeps everything anyway.
  if app_user_id() <> 1 and 'userU' = any (kept) and ('userU' <> all (wanted) or after is null)
    and exists (select from user_role u where u.user_id = app_user_id() and u.role_id = (before ->> 'id')::bigint)
    and not exists (select from user_role u join role_permission p on p.role_id = u.role_id
      where u.user_id = app_user_id() and p.perm = 'userU' and u.role_id <> (before ->> 'id')::bigint)
  then
    return query select '/permissions', 'You would lose the right to manage users yourself. Ask another administrator to do this.';
  end if;
  if after is null then
    return query
      select '', format('%s has this role still. Take it from them first.',
        case when count(*) = 1 then 'One user' else count(*) || ' users' end)
      from user_role u where u.role_id = (before ->> 'id')::bigint having count(*) > 0;
    if before ->> 'name' = 'administrator' then
      return query select '', 'The role of administrators is needed and cannot be removed.';
    end if;
  end if;
end $$;

-- Why who asks may not touch an account; null where they may. Another address, a new password or an open account is a
-- way to the rights that it has.
create function user_refusal(of_user bigint) returns text
language sql stable
return case
  when of_user = public.app_user_id() then null
  when of_user = 1 then 'Only the first administrator changes their own account.'
  else (select format('This user has rights that you do not have (%s). Ask somebody who has them.', l)
    from public.lacked_perms(public.role_perms(of_user)) l where l is not null)
end;

create function user_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  this bigint := (before ->> 'id')::bigint;
begin
  if app_user_id() is null then return; end if;
  if after is null then
    return query select '', 'Users are not removed, because records name them. Disable this user instead.';
    return;
  end if;
  if before is not null and user_refusal(this) is not null then
    return query select '', user_refusal(this);
    return;
  end if;
  return query
    select format('/roles/%s/role_id', r.n - 1), case when o.id is null then 'This role does not exist.'
      else format('You cannot give the role "%s": it has rights that you do not have (%s).', o.title, l.perms) end
    from jsonb_array_elements(after -> 'roles') with ordinality r (row, n)
    left join role o on o.id = (r.row ->> 'role_id')::bigint
    cross join lateral (select lacked_perms(array(select p.perm from role_permission p where p.role_id = o.id)) as perms) l
    where (o.id is null or l.perms is not null)
      and not coalesce(before -> 'roles', '[]') @> jsonb_build_array(jsonb_build_object('role_id', r.row -> 'role_id'));
  return query
    select format('/regions/%s/region_id', r.n - 1), case when o.id is null then 'This region does not exist.'
      else format('You cannot give the region "%s": it has districts that are not yours (%s).', o.name, l.codes) end
    from jsonb_array_elements(after -> 'regions') with ordinality r (row, n)
    left join contract_region o on o.id = (r.row ->> 'region_id')::bigint
    cross join lateral (select lacked_districts(array(select d.district_code from region_district d where d.region_id = o.id)) as codes) l
    where (o.id is null or l.codes is not null)
      and not coalesce(before -> 'regions', '[]') @> jsonb_build_array(jsonb_build_object('region_id', r.row -> 'region_id'));
  return query
    select format('/teams/%s/team_id', r.n - 1), 'This team does not exist.'
    from jsonb_array_elements(after -> 'teams') with ordinality r (row, n)
    where not exists (select from team o where o.id = (r.row ->> 'team_id')::bigint);
  if coalesce((after ->> 'all_districts')::boolean, false) and not coalesce((before ->> 'all_districts')::boolean, false)
    and app_districts() is not null
  then
    return query select '/all_districts', 'You cannot give all districts, because you do not have them.';
  end if;
  if this = 1 and not ((after ->> 'active')::boolean and (after ->> 'all_districts')::boolean) then
    return query select case when (after ->> 'active')::boolean then '/all_districts' else '/active' end,
      'The first administrator keeps all rights and all districts.';
  elsif this = app_user_id() and not (after ->> 'active')::boolean then
    return query select '/active', 'You cannot disable yourself. Ask another administrator to do this.';
  end if;
  if this = app_user_id() and this <> 1 and app_may('userU') and not exists (
    select from jsonb_array_elements(after -> 'roles') r join role_permission p on p.role_id = (r ->> 'role_id')::bigint
    where p.perm = 'userU')
  then
    return query select '/roles', 'You would lose the right to manage users yourself. Ask another administrator to do this.';
  end if;
end $$;

create function team_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select format('/members/%s/user_id', r.n - 1), 'This user does not exist.'
  from jsonb_array_elements(after -> 'members') with ordinality r (row, n)
  where not exists (select from app_user u where u.id = (r.row ->> 'user_id')::bigint);
end;

-- Serialises those who change regions, so that two cannot take the same district at once.
create function region_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql set search_path = public, pg_temp as $$
declare
  this bigint := coalesce((before ->> 'id')::bigint, 0);
  list text;
  open_supps bigint;
begin
  if app_user_id() is null then return; end if;
  perform pg_advisory_xact_lock(hashtextextended('region_district', 0));
  return query
    select format('/districts/%s/district_code', r.n - 1),
      format('District %s lies in the region "%s". Take it out there first.', d.district_code, o.name)
    from jsonb_array_elements(after -> 'districts') with ordinality r (row, n)
    join region_district d on d.district_code = r.row ->> 'district_code' and not d.surrounding and d.region_id <> this
    join contract_region o on o.id = d.region_id
    where not coalesce(before -> 'districts', '[]')
      @> jsonb_build_array(jsonb_build_object('district_code', r.row -> 'district_code'));
  return query
    select format('/surrounding/%s/district_code', r.n - 1),
      'This district is one of the region''s own. Leave it in one of the two lists.'
    from jsonb_array_elements(after -> 'surrounding') with ordinality r (row, n)
    where coalesce(after -> 'districts', '[]') @> jsonb_build_array(jsonb_build_object('district_code', r.row -> 'district_code'));
  foreach list in array array['districts', 'surrounding']
  loop
    return query
      select format('/%s/%s/district_code', list, r.n - 1), case when d.code is null then 'This district does not exist.'
        when r.place > 1 then 'This district stands here twice.'
        else 'You cannot give this district, because it is not yours.' end
      from (select row, n, row_number() over (partition by row ->> 'district_code' order by n) as place
        from jsonb_array_elements(after -> list) with ordinality e (row, n)) r
      left join district d on d.code = r.row ->> 'district_code'
      where d.code is null or r.place > 1 or (lacked_districts(array[d.code::text]) is not null
        and not coalesce(before -> list, '[]') @> jsonb_build_array(jsonb_build_object('district_code', d.code)));
  end loop;
  return query
    select format('/users/%s/user_id', r.n - 1), case when u.id is null then 'This user does not exist.'
      else 'You cannot give these districts: some are not yours.' end
    from jsonb_array_elements(after -> 'users') with ordinality r (row, n)
    left join app_user u on u.id = (r.row ->> 'user_id')::bigint
    where u.id is null or (lacked_districts(array(select d.district_code from region_district d where d.region_id = this)) is not null
      and not coalesce(before -> 'users', '[]') @> jsonb_build_array(jsonb_build_object('user_id', r.row -> 'user_id')));
  -- Supps come with a table of their own; from then on a region with open ones stays.
  if after is null and to_regclass('public.supp') is not null then
    execute 'select count(*) from supp where transmit_status <> ''X'' and district_code in
      (select district_code from region_district where region_id = $1 and not surrounding)' into open_supps using this;
    if open_supps > 0 then
      return query select '', format('%s in its districts. Complete or move them first.',
        case when open_supps = 1 then 'One supp is open' else open_supps || ' supps are open' end);
    end if;
  end if;
end $$;
