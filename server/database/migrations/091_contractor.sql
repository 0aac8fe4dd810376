-- Users, roles, teams and regions as records: what is secret or changes by itself lies beside the user, not in it.

-- Passwords are the server's alone: without a policy and a grant no request reaches them.
create table user_password (
  user_id bigint primary key references app_user (id) on delete cascade,
  password_hash text not null,
  changed_at timestamptz not null default now()
);
alter table user_password enable row level security;
insert into user_password (user_id, password_hash, changed_at)
select id, password_hash, coalesce(password_changed_at, now()) from app_user where password_hash is not null;

-- What signing in leaves behind; one's own, and that of all for who manages users.
create table user_activity (
  user_id bigint primary key references app_user (id) on delete cascade,
  failed_logins integer not null default 0,
  last_active timestamptz
);
insert into user_activity (user_id, failed_logins, last_active) select id, failed_logins, last_active from app_user;
select declare_policy('user_activity', 'user',
  'user_id = (select public.app_user_id()) or ''userU'' = any ((select public.app_perms())::text[])', 'select');
select grant_rows('user_activity', '{}');

alter table app_user drop column password_hash, drop column password_changed_at, drop column failed_logins,
  drop column locked_until, drop column last_active;
alter table app_user rename column registration_number to api_no;
-- Sessions that began before are over: a user who is disabled and enabled again signs in anew.
alter table app_user add column sessions_from timestamptz;
create function end_sessions_of_disabled() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if old.active and not new.active then new.sessions_from := clock_timestamp(); end if;
  return new;
end $$;
create trigger end_sessions before update of active on app_user for each row execute function end_sessions_of_disabled();

select record_table('app_user', 'all', '{insert,update}');
select record_permission('app_user', 'userU');

alter table role add column description text;
select record_table('role', 'all');
select record_permission('role', 'userU');
-- Nobody grants what they lack.
select record_table('role_permission', 'all');
select record_permission('role_permission', 'userU', 'perm = any ((select public.app_perms())::text[])');

create table team (
  id bigint generated always as identity primary key,
  name text not null,
  lead_id bigint references app_user (id),
  synthetic boolean not null default false
);
create unique index team_name on team (lower(name));
create index team_lead on team (lead_id);
select record_table('team', 'all');
select record_permission('team', 'userU');

create table team_member (
  id bigint generated always as identity primary key,
  team_id bigint not null references team (id) on delete cascade,
  user_id bigint not null references app_user (id) on delete cascade,
  unique (team_id, user_id)
);
create index team_member_user on team_member (user_id);

select record_table('contract_region', 'all');
select record_permission('contract_region', 'userU');
select record_table('region_district', 'all');
select record_permission('region_district', 'userU');

-- Who is where: one's own rows, and those of all for who manages users.
do $$
declare
  t text;
begin
  foreach t in array array['user_role', 'user_region', 'team_member']
  loop
    perform record_table(t, 'all');
    perform record_permission(t, 'userU');
    perform declare_policy(t, 'all',
      'user_id = (select public.app_user_id()) or ''userU'' = any ((select public.app_perms())::text[])', 'select');
  end loop;
end $$;
