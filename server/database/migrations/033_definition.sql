-- Definitions that were edited in the studio: one draft each, and every version that was ever published.

-- What a definition is to become; its path inside the checkout names it.
create table definition_draft (
  id bigint generated always as identity primary key,
  path text not null unique,
  content text not null,
  -- Hash of what was in force when the draft was begun; null where nothing was.
  base_hash text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);
create trigger stamp before update on definition_draft for each row execute function stamp_update();

-- Insert only: a rollback is a new version with an old text. The newest version of a path is in force; without
-- content the file of the checkout is.
create table definition_version (
  id bigint generated always as identity primary key,
  path text not null,
  version integer not null,
  action text not null check (action in ('publish', 'rollback', 'withdraw')),
  content text,
  hash text,
  -- Hash of the checkout's file at that moment, null where there was none: it tells when the file has moved on.
  file_hash text,
  note text not null,
  created_at timestamptz not null default now(),
  created_by bigint,
  unique (path, version),
  check ((content is null) = (action = 'withdraw')),
  check ((content is null) = (hash is null))
);
create trigger version_is_kept before update or delete on definition_version
  for each row execute function refuse_change();
create trigger versions_are_not_emptied before truncate on definition_version
  for each statement execute function refuse_change();

insert into role_permission (role_id, perm) select id, 'defnU' from role where name = 'administrator';
