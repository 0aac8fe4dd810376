-- Unsaved text of forms, kept per user, form and record until it is saved, discarded or thirty days old.

create table draft (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  screen text not null,
  block text not null,
  -- What the form was about, e.g. the record's number; empty for a new one.
  record text not null,
  -- The version that its writer had read.
  base_version integer,
  content jsonb not null,
  saved_at timestamptz not null,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (user_id, screen, block, record)
);
create index draft_age on draft (saved_at);
create trigger stamp before update on draft for each row execute function stamp_update();
