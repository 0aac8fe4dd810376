-- A second factor at sign-in: a code of an app on the person's phone, or one of ten recovery codes. The server alone
-- reaches these tables: without a policy and a grant no request does.

create table user_factor (
  user_id bigint primary key references app_user (id) on delete cascade,
  sealed bytea not null,
  created_at timestamptz not null,
  confirmed_at timestamptz,
  last_step bigint not null default 0
);
comment on table user_factor is 'The second factor of a user';
comment on column user_factor.user_id is 'Whose';
comment on column user_factor.sealed is 'The shared secret, sealed with a key that lies outside of the database';
comment on column user_factor.created_at is 'When its setting up began';
comment on column user_factor.confirmed_at is 'When a first code proved it; null: it does not count yet';
comment on column user_factor.last_step is 'Period of the last code that was taken, so that each works once';
alter table user_factor enable row level security;

create table recovery_code (
  id bigint generated always as identity primary key,
  user_id bigint not null references user_factor (user_id) on delete cascade,
  code_hash bytea not null,
  used_at timestamptz,
  unique (user_id, code_hash)
);
comment on table recovery_code is 'Codes that stand in for a second factor that is lost, each once';
comment on column recovery_code.user_id is 'Whose';
comment on column recovery_code.code_hash is 'SHA-256 of the code';
comment on column recovery_code.used_at is 'When it was used';
alter table recovery_code enable row level security;

-- Who has given the right password and still owes the second factor. The token itself has the browser only.
create table sign_in_ticket (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
create index sign_in_ticket_of_user on sign_in_ticket (user_id);
comment on table sign_in_ticket is 'Sign-ins that wait for a second factor';
comment on column sign_in_ticket.user_id is 'Whose';
comment on column sign_in_ticket.token_hash is 'SHA-256 of the token that the browser has';
comment on column sign_in_ticket.expires_at is 'Until when the code may come';
alter table sign_in_ticket enable row level security;

alter table app_user add column factor_required boolean not null default false;
comment on column app_user.factor_required is 'Signs in with a second factor only';
-- Seen by who manages users, as what signing in leaves behind.
alter table user_activity add column factor_since timestamptz;
comment on column user_activity.factor_since is 'Since when a second factor is asked for';

insert into setting_kind (group_code, posn, key, title, help, kind, choices, default_text, by_region) values
('SIGN', 1, 'signin.second.factor', 'Second factor is asked of',
  'Who signs in with a code of their phone beside the password: nobody but who chose it, administrators (who manage users or the system), or everybody. Who has none yet sets it up at the next sign-in. Single users are asked on their own page.',
  'choice', '{nobody,administrators,everybody}', 'nobody', false);
insert into setting (key) values ('signin.second.factor');

create function factor_demanded(of_user bigint) returns boolean
language sql stable
return (select u.factor_required or case public.setting_text('signin.second.factor')
    when 'everybody' then true
    when 'administrators' then u.id = 1 or exists (
      select from public.user_role ur join public.role_permission rp on rp.role_id = ur.role_id
      where ur.user_id = u.id and rp.perm in ('userU', 'admnU'))
    else false end
  from public.app_user u where u.id = of_user);

create or replace function setting_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  k setting_kind;
  number numeric := (after ->> 'number')::numeric;
begin
  if after is null then
    if before ->> 'region_id' is null then
      return query select '', 'A setting of the company is not removed. Reset it to its default.';
    end if;
    return;
  end if;
  select * into k from setting_kind s where s.key = after ->> 'key';
  if k.key is null then
    return query select '/key', 'There is no such setting.';
    return;
  end if;
  -- How people sign in is no matter of the company's options: who administers the system decides it.
  if k.group_code = 'SIGN' and app_user_id() is not null and not app_may('admnU')
    and coalesce(before ->> 'text', '') is distinct from coalesce(after ->> 'text', '')
  then
    return query select '/text', 'Who may administer the system changes this.';
  end if;
  if after ->> 'region_id' is not null and not k.by_region then
    return query select '/region_id', 'This setting has one value for the whole company.';
  end if;
  if (after ->> 'flag' is not null and k.kind <> 'flag') or (number is not null and k.kind <> 'number')
    or (after ->> 'text' is not null and k.kind not in ('text', 'choice'))
  then
    return query select '/' || case when number is not null then 'number' when after ->> 'flag' is not null then 'flag' else 'text' end,
      format('This setting is a %s.', k.kind);
  elsif k.kind = 'number' and (number < k.minimum or number > k.maximum) then
    return query select '/number', format('%s is accepted.', case when k.maximum is null then 'At least ' || trim_scale(k.minimum)
      else 'A value from ' || trim_scale(k.minimum) || ' to ' || trim_scale(k.maximum) end);
  elsif k.whole and number <> trunc(number) then
    return query select '/number', 'A whole number is needed.';
  elsif k.kind = 'choice' and after ->> 'text' <> all (k.choices) then
    return query select '/text', format('Use one of: %s.', array_to_string(k.choices, ', '));
  end if;
end $$;
