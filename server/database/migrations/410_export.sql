-- Exports: files that leave the office. What a type of file holds is a definition (schemas/exports); here is what became of each.

create table export_job (
  id bigint generated always as identity primary key,
  type text not null,
  districts text[] not null check (cardinality(districts) > 0),
  -- The year that the file is of; null where its type is of no year.
  base_date base_date,
  state text not null default 'QUEUED' check (state in ('QUEUED', 'PROCESSING', 'VALIDATING', 'READY', 'FAILED')),
  filename text,
  sha256 text check (sha256 ~ '^[0-9a-f]{64}$'),
  size_bytes bigint,
  items integer not null default 0,
  kept_out integer not null default 0,
  line_count integer not null default 0,
  error_count integer not null default 0,
  warn_count integer not null default 0,
  problem text,
  archived boolean not null default false,
  synthetic boolean not null default false,
  job_id bigint,
  created_at timestamptz not null default now(), created_by bigint default app_user_id(),
  started_at timestamptz,
  ended_at timestamptz,
  -- Who cancelled it; null where it ended by itself.
  ended_by bigint,
  constraint export_job_file check (state <> 'READY' or num_nonnulls(filename, sha256, size_bytes) = 3)
);
create index export_job_type on export_job (type, base_date);
create index export_job_job on export_job (job_id);
alter table export_job enable row level security;
-- A file covers several districts: who sees all of them sees it.
select declare_policy('export_job', 'district',
  '(select public.app_user_id()) is not null and ((select public.app_districts()) is null or districts <@ (select public.app_districts())::text[])'
  || ' and ((select public.app_dataset()) = ''both'' or synthetic = ((select public.app_dataset()) = ''synthetic''))');
select grant_rows('export_job', '{insert,update}');
select record_stamp('export_job');
select record_permission('export_job', 'trxeU');

-- What went into a file, and what was kept out of it.
create table export_item (
  id bigint generated always as identity primary key,
  export_id bigint not null references export_job (id) on delete cascade,
  district_code district_code not null references district (code),
  item_type text not null,
  item_id bigint not null,
  outcome text not null check (outcome in ('SENT', 'KEPT_OUT')),
  -- The export that sent it before.
  sent_before bigint references export_job (id),
  synthetic boolean not null default false,
  -- What holds in several districts goes into the file of each.
  constraint export_item_once unique (export_id, district_code, item_type, item_id)
);
select record_table('export_item', 'district', '{insert}');
select record_permission('export_item', 'trxeU');
create index export_item_of on export_item (item_type, item_id) where outcome = 'SENT';
create index export_item_district on export_item (district_code);
create index export_item_before on export_item (sent_before);

-- What was wrong with an item, or is worth knowing of it.
create table export_message (
  id bigint generated always as identity primary key,
  export_id bigint not null references export_job (id) on delete cascade,
  district_code district_code not null references district (code),
  item_type text,
  item_id bigint,
  severity text not null check (severity in ('E', 'W')),
  rule text not null,
  message text not null,
  synthetic boolean not null default false
);
select record_table('export_message', 'district', '{insert}');
select record_permission('export_message', 'trxeU');
create index export_message_export on export_message (export_id, id);
create index export_message_district on export_message (district_code);

insert into setting_kind (group_code, posn, key, title, help, kind, default_flag, by_region) values
('GENL', 90, 'export.error.fails', 'An error fails the whole export', 'One item that fails a check of an export fails the file. Otherwise the item is kept out and the others are sent.', 'flag', false, false);
insert into setting (key) values ('export.error.fails');

comment on table export_job is 'Exports: files that leave the office, with what became of each.';
comment on column export_job.type is 'Code of the type of file, as schemas/exports has it.';
comment on column export_job.districts is 'The districts that were asked for.';
comment on column export_job.base_date is 'The base date whose year the file is of; empty where its type is of no year.';
comment on column export_job.state is 'How far it is; only a ready one has its file, and only with it its items are marked.';
comment on column export_job.filename is 'Name under which the file is fetched.';
comment on column export_job.sha256 is 'Hash of the bytes of the file.';
comment on column export_job.size_bytes is 'Bytes of the file.';
comment on column export_job.items is 'Items in the file.';
comment on column export_job.kept_out is 'Items that were ready and failed a check.';
comment on column export_job.line_count is 'Lines of the file, over all its districts.';
comment on column export_job.error_count is 'Errors among its messages.';
comment on column export_job.warn_count is 'Warnings among its messages.';
comment on column export_job.problem is 'Why it failed, as a sentence.';
comment on column export_job.archived is 'Put away: the list shows it only when asked.';
comment on column export_job.job_id is 'The job that makes it.';
comment on column export_job.created_by is 'Who started it.';
comment on column export_job.ended_by is 'Who cancelled it.';
comment on table export_item is 'Items of exports: sent with the file, or kept out of it.';
comment on column export_item.item_id is 'Number of the record.';
comment on column export_item.outcome is 'SENT with the file, or KEPT_OUT by an error.';
comment on column export_item.sent_before is 'The export that sent it before.';
comment on table export_message is 'Errors and warnings of exports.';
comment on column export_message.item_id is 'Number of the record; empty for the whole file of the district.';
comment on column export_message.rule is 'The check that found it.';
