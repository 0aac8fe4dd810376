-- Passkeys: a second factor beside the code of an app, or instead of it. The server alone reaches these tables: without
-- a policy and a grant no request does.

create table passkey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  credential_id bytea not null unique,
  public_key bytea not null,
  counter bigint not null check (counter >= 0),
  transports text[] not null,
  name text not null check (btrim(name) <> '' and length(name) <= 60),
  created_at timestamptz not null,
  used_at timestamptz
);
create index passkey_of_user on passkey (user_id);
comment on table passkey is 'Passkeys that people sign in with after the password';
comment on column passkey.user_id is 'Whose';
comment on column passkey.credential_id is 'What the authenticator calls it';
comment on column passkey.public_key is 'Its public key, as COSE; the private one never leaves the authenticator';
comment on column passkey.counter is 'How often it has signed, as it says itself; 0 for one that does not count';
comment on column passkey.transports is 'How a browser reaches it: internal, hybrid, usb, nfc, ble';
comment on column passkey.name is 'What its owner calls it';
comment on column passkey.created_at is 'When it was added';
comment on column passkey.used_at is 'When it was last used';
alter table passkey enable row level security;

create table passkey_challenge (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  purpose text not null check (purpose in ('add', 'prove', 'sign-in')),
  ticket_id bigint references sign_in_ticket (id) on delete cascade,
  challenge bytea not null unique,
  expires_at timestamptz not null,
  check ((purpose = 'sign-in') = (ticket_id is not null))
);
create index passkey_challenge_of_user on passkey_challenge (user_id);
create index passkey_challenge_of_ticket on passkey_challenge (ticket_id);
comment on table passkey_challenge is 'What passkeys are asked to sign, each answered once';
comment on column passkey_challenge.user_id is 'Whose passkeys are asked';
comment on column passkey_challenge.purpose is 'What for: to add one, to prove a change, or to sign in';
comment on column passkey_challenge.ticket_id is 'The sign-in that waits for it';
comment on column passkey_challenge.challenge is '32 random bytes';
comment on column passkey_challenge.expires_at is 'Until when the answer may come';
alter table passkey_challenge enable row level security;

-- Recovery codes stand in for either factor.
alter table recovery_code
  drop constraint recovery_code_user_id_fkey,
  add constraint recovery_code_user_id_fkey foreign key (user_id) references app_user (id) on delete cascade;

create function factor_since(of_user bigint) returns timestamptz
language sql stable
return (select least(
  (select f.confirmed_at from public.user_factor f where f.user_id = of_user),
  (select min(p.created_at) from public.passkey p where p.user_id = of_user)));
comment on function factor_since(bigint) is 'Since when a second factor, of either kind, is asked of a user; null: none is';

update setting_kind set help =
  'Who signs in with a second factor beside the password, which is a code of their phone or a passkey: nobody but who chose it, administrators (who manage users or the system), or everybody. Who has none yet sets it up at the next sign-in. Single users are asked on their own page.'
where key = 'signin.second.factor';
