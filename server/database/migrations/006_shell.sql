-- Jobs, searches, options, notifications, the log of hits and the audit.

create table job (
  id bigint generated always as identity primary key,
  kind text not null,
  state text not null default 'queued' check (state in ('queued', 'running', 'done', 'failed', 'cancelled')),
  progress numeric(5,2) not null default 0,
  message text,
  payload jsonb not null default '{}',
  result jsonb,
  problem text,
  attempts integer not null default 0,
  cancel_requested boolean not null default false,
  locked_by text,
  heartbeat_at timestamptz,
  started_at timestamptz, finished_at timestamptz,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);
create index job_open on job (state, id) where state in ('queued', 'running');

create table search (
  id bigint generated always as identity primary key,
  hash text not null,
  owner_id bigint not null references app_user (id) on delete cascade,
  list text not null,
  search_type text not null check (search_type in ('simple', 'full')),
  criteria jsonb not null,
  name text,
  favourite boolean not null default false,
  is_recent boolean not null default false,
  used_at timestamptz not null default now(),
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (hash, owner_id)
);
create index search_owner on search (owner_id, list, used_at desc);

create table user_option (
  id bigint generated always as identity primary key,
  user_id bigint not null references app_user (id) on delete cascade,
  name text not null,
  value jsonb,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (user_id, name)
);

create table notification (
  id bigint generated always as identity primary key,
  from_user_id bigint references app_user (id) on delete set null,
  to_user_id bigint not null references app_user (id) on delete cascade,
  notify_type text not null,
  notify_detail jsonb not null default '{}',
  is_read boolean not null default false,
  is_archived boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);
create index notification_to on notification (to_user_id, is_archived, id desc);
create index notification_unread on notification (to_user_id) where not is_read and not is_archived;

create table hit_log (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  path text not null,
  created_at timestamptz not null default now()
);
create index hit_log_time on hit_log (created_at);

create table audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  user_id bigint,
  table_name text not null,
  row_id bigint not null,
  action text not null check (action in ('insert', 'update', 'delete')),
  from_version integer,
  -- {"field": {"old": …, "new": …}}
  fields jsonb not null default '{}',
  forced boolean not null default false,
  -- Of the row, where it lies in a district, so that its history is seen by those who see the row.
  district_code text,
  synthetic boolean not null default false
);
create index audit_row on audit (table_name, row_id, id);
create index audit_time on audit (at);
create trigger audit_is_kept before update or delete on audit for each row execute function refuse_change();
create trigger audit_is_not_emptied before truncate on audit for each statement execute function refuse_change();
