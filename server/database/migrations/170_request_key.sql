-- Requests that change something, by the key that their sender gave them: a repeat is answered as the first was.
create table request_key (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  key text not null,
  fingerprint text not null,
  -- Null while it is worked on.
  status integer,
  answer text,
  begun_at timestamptz not null default now(),
  unique (user_id, key)
);
create index request_key_age on request_key (begun_at);
comment on table request_key is 'Requests that change something, by the key of their sender';
comment on column request_key.id is 'Number';
comment on column request_key.user_id is 'Who sent it';
comment on column request_key.key is 'What the sender calls it';
comment on column request_key.fingerprint is 'Hash of what was asked';
comment on column request_key.status is 'Status of its answer, once there is one';
comment on column request_key.answer is 'Its answer, where it is short';
comment on column request_key.begun_at is 'When it came first';
alter table request_key enable row level security;
