-- A new e-mail address waits until a link that went there is opened. The server alone reaches this table.
create table mail_change (
  user_id bigint primary key references app_user (id) on delete cascade,
  email text not null,
  token_hash bytea not null unique,
  expires_at timestamptz not null
);
comment on table mail_change is 'New e-mail addresses that nobody has confirmed yet';
comment on column mail_change.user_id is 'Whose address';
comment on column mail_change.email is 'The new one';
comment on column mail_change.token_hash is 'SHA-256 of the token in the mail';
comment on column mail_change.expires_at is 'Until when the link works';
alter table mail_change enable row level security;

-- What decides about a user's rights stays as it is; how somebody signs in is besides no matter of the record's page.
alter function user_rules(jsonb, jsonb) rename to user_rights_rules;
create function user_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select r.pointer, r.message from public.user_rights_rules(before, after) r
  union all
  select '/email', 'Your own address is changed on the page My settings, where a link confirms it.'
  where (before ->> 'id')::bigint = public.app_user_id() and after ->> 'email' is distinct from before ->> 'email';
end;

-- Nor does anybody write it in their own row, as 147 let them: the server alone does, when the link was opened.
create or replace function own_account_only() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  free text[] := '{full_name,version,updated_at,updated_by}';
begin
  if app_user_id() is not null and not app_may('userU')
    and (to_jsonb(new) - free) is distinct from (to_jsonb(old) - free)
  then
    raise exception 'Of one''s own account only the name is changed.' using errcode = 'insufficient_privilege';
  end if;
  return new;
end $$;
