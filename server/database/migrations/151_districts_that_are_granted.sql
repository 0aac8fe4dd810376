-- Nobody grants what they lack, in both lists: who takes a district into a region gives work there, who sets it beside one
-- gives sight of it. As in 092 otherwise.

-- Districts of a list in which who asks does not work; null when there is none.
create function lacked_work_districts(codes text[]) returns text
language sql stable
return (select string_agg(distinct c, ', ' order by c) from unnest(codes) as c
  where public.app_work_districts() is not null and c <> all (public.app_work_districts()));

-- What a region gives that who asks has not: its own districts to work in, those around it to see.
create function lacked_of_region(region bigint) returns text
language sql stable
return (select nullif(concat_ws(', ',
    public.lacked_work_districts(array(select d.district_code::text from public.region_district d
      where d.region_id = region and not d.surrounding)),
    public.lacked_districts(array(select d.district_code::text from public.region_district d
      where d.region_id = region and d.surrounding))), ''));

create or replace function user_rules(before jsonb, after jsonb) returns table (pointer text, message text)
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
    cross join lateral (select lacked_of_region(o.id) as codes) l
    where (o.id is null or l.codes is not null)
      and not coalesce(before -> 'regions', '[]') @> jsonb_build_array(jsonb_build_object('region_id', r.row -> 'region_id'));
  return query
    select format('/teams/%s/team_id', r.n - 1), 'This team does not exist.'
    from jsonb_array_elements(after -> 'teams') with ordinality r (row, n)
    where not exists (select from team o where o.id = (r.row ->> 'team_id')::bigint);
  if coalesce((after ->> 'all_districts')::boolean, false) and not coalesce((before ->> 'all_districts')::boolean, false)
    and (app_districts() is not null or app_work_districts() is not null)
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

-- Serialises those who change regions, so that two cannot take the same district at once.
create or replace function region_rules(before jsonb, after jsonb) returns table (pointer text, message text)
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
        when lacked_districts(array[d.code::text]) is null then 'You cannot give work in this district, because you may only search it.'
        else 'You cannot give this district, because it is not yours.' end
      from (select row, n, row_number() over (partition by row ->> 'district_code' order by n) as place
        from jsonb_array_elements(after -> list) with ordinality e (row, n)) r
      left join district d on d.code = r.row ->> 'district_code'
      where d.code is null or r.place > 1 or (case list when 'districts' then lacked_work_districts(array[d.code::text])
          else lacked_districts(array[d.code::text]) end is not null
        and not coalesce(before -> list, '[]') @> jsonb_build_array(jsonb_build_object('district_code', d.code)));
  end loop;
  return query
    select format('/users/%s/user_id', r.n - 1), case when u.id is null then 'This user does not exist.'
      else 'You cannot give these districts: some are not yours.' end
    from jsonb_array_elements(after -> 'users') with ordinality r (row, n)
    left join app_user u on u.id = (r.row ->> 'user_id')::bigint
    where u.id is null or (lacked_of_region(this) is not null
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
