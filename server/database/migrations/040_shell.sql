-- Phrases, passwords by mail, photos, journeys, and who else got a notification.

-- The phrases of one editor: a company's (user_id null) or one user's. Its version guards the list as a whole.
create table phrase_list (
  id bigint generated always as identity primary key,
  company bigint not null default 1,
  user_id bigint references app_user (id) on delete cascade,
  name text not null,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique nulls not distinct (company, user_id, name)
);

create table phrase (
  id bigint generated always as identity primary key,
  list_id bigint not null references phrase_list (id) on delete cascade,
  content text not null check (length(content) between 1 and 2000),
  posn integer not null,
  active boolean not null default true
);
create index phrase_of_list on phrase (list_id, posn);

alter table notification
  add column sent_to bigint[],
  add column request_id uuid;
create unique index notification_request on notification (from_user_id, request_id, to_user_id)
  where request_id is not null;

-- The token itself is in the mail only.
create table password_reset (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  token_hash bytea not null unique,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  used_at timestamptz
);
create index password_reset_of_user on password_reset (user_id);

-- The picture lies in the data folder under its file's id.
create table photo (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  file uuid not null unique,
  name text not null,
  type text not null check (type in ('image/jpeg', 'image/png')),
  size_bytes bigint not null,
  rotation integer not null default 0 check (rotation in (0, 90, 180, 270)),
  item_type text,
  item_id bigint,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  check ((item_type is null) = (item_id is null))
);
create index photo_of_user on photo (user_id, id desc);
create index photo_of_item on photo (item_type, item_id) where item_id is not null;

create table journey (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  title text not null,
  request_id uuid,
  -- The hand-over that this is a copy of, and who gave it.
  taken_from bigint,
  from_user_id bigint references app_user (id) on delete set null,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (user_id, request_id),
  unique (user_id, taken_from)
);

create table journey_stop (
  id bigint generated always as identity primary key,
  journey_id bigint not null references journey (id) on delete cascade,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer not null,
  visited boolean not null default false,
  unique (journey_id, analysis_id)
);
create index journey_stop_analysis on journey_stop (analysis_id);

create table journey_handover (
  id bigint generated always as identity primary key,
  journey_id bigint not null unique references journey (id) on delete cascade,
  code_hash bytea not null unique,
  expires_at timestamptz not null
);

do $$
declare
  t text;
begin
  foreach t in array array['phrase_list', 'photo', 'journey']
  loop
    execute format('create trigger stamp before update on %I for each row execute function stamp_update()', t);
  end loop;
end $$;
