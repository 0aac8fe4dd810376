-- What comes and goes by itself: a folder that is imported from, and an export by the clock. Both are off until somebody sets them.

insert into setting_kind (group_code, posn, key, title, help, kind, choices, default_flag, default_text, by_region) values
('TRNS', 1, 'inbox.on', 'Import from the inbox folder', 'What is laid into the folder "inbox" of the data folder is imported. Whoever runs the server may name another folder.', 'flag', null, false, null, false),
('TRNS', 2, 'inbox.user', 'Import as', 'User name of whoever imports: their rights and districts hold, and the bell tells them.', 'text', null, null, null, false),
('TRNS', 3, 'schedule.type', 'Scheduled export', 'What is exported at the day and time below.', 'choice', '{none,supps,market,values,worksheets,vat,schedules}', null, 'none', false),
('TRNS', 4, 'schedule.districts', 'Districts of the export', 'Codes with commas between them. Empty: all districts that the user works in and that have something ready.', 'text', null, null, null, false),
('TRNS', 5, 'schedule.day', 'Day of the export', 'The day of the week.', 'choice', '{every day,Monday,Tuesday,Wednesday,Thursday,Friday,Saturday,Sunday}', null, 'Monday', false),
('TRNS', 6, 'schedule.time', 'Time of the export', 'Hours and minutes of the office, such as 18:00. An export that could not begin within twelve hours waits for the next day of its kind.', 'text', null, null, '18:00', false),
('TRNS', 7, 'schedule.user', 'Export as', 'User name of whoever exports: their rights and districts hold, and the bell tells them.', 'text', null, null, null, false);
insert into setting (key) select key from setting_kind where group_code = 'TRNS' order by posn;

-- Of whom a setting names, and of the clock.
create function setting_transfer_rules(key text, was text, given text) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  unknown text;
begin
  if given is null or given is not distinct from was then return; end if;
  if key in ('inbox.user', 'schedule.user') then
    if not exists (select from app_user u where u.username = given and u.active) then
      return query select '/text', format('There is no active user “%s”.', given);
    -- Whoever names somebody else lets the server work with rights that are not theirs.
    elsif app_user_id() is not null and not app_may('admnU')
      and not exists (select from app_user u where u.username = given and u.id = app_user_id())
    then
      return query select '/text', 'Name yourself. Who may administer the system names others.';
    end if;
  elsif key = 'schedule.time' and given !~ '^([01][0-9]|2[0-3]):[0-5][0-9]$' then
    return query select '/text', 'Give hours and minutes, such as 18:00.';
  elsif key = 'schedule.districts' then
    select string_agg(d.code, ', ') into unknown from regexp_split_to_table(trim(given), '[\s,]+') d (code)
    where not exists (select from district x where x.code = d.code);
    if unknown is not null then
      return query select '/text', format('No district: %s. Give codes such as 001, 002.', unknown);
    end if;
  end if;
end $$;

alter function setting_rules(jsonb, jsonb) rename to setting_kind_rules;
create function setting_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable set search_path = public, pg_temp
begin atomic
  select r.pointer, r.message from public.setting_kind_rules(before, after) r
  union all
  select r.pointer, r.message
  from public.setting_transfer_rules(after ->> 'key', before ->> 'text', after ->> 'text') r;
end;

-- What the folder and the clock did. One row a file, and one a moment of the clock, whichever server came first.
create table transfer_log (
  id bigint generated always as identity primary key,
  company bigint not null default 1,
  kind text not null check (kind in ('INBOX', 'SCHEDULE')),
  -- Of the file, or of the type of export.
  name text not null,
  -- Name of the file while it is under way; gone with its end.
  held_as text,
  size_bytes bigint,
  due_at timestamptz,
  state text not null default 'UNDERWAY' check (state in ('UNDERWAY', 'DONE', 'FAILED')),
  said text,
  job_id bigint,
  export_id bigint references export_job (id) on delete set null,
  as_user bigint references app_user (id) on delete set null,
  begun_at timestamptz not null default clock_timestamp(),
  ended_at timestamptz,
  constraint transfer_log_due unique (company, due_at)
);
create index transfer_log_export on transfer_log (export_id);
create index transfer_log_user on transfer_log (as_user);
select record_table('transfer_log', 'company', '{insert,update}');

comment on table transfer_log is 'What the inbox folder and the export by the clock did.';
comment on column transfer_log.kind is 'INBOX: a file of the folder. SCHEDULE: a moment of the clock.';
comment on column transfer_log.name is 'Name of the file, or title of the export.';
comment on column transfer_log.held_as is 'Name under which the file lies while it is under way.';
comment on column transfer_log.due_at is 'The moment that was due; one row each.';
comment on column transfer_log.said is 'What came of it, as a sentence.';
comment on column transfer_log.job_id is 'The import that was begun.';
comment on column transfer_log.export_id is 'The export that was begun.';
comment on column transfer_log.as_user is 'As whom it was done.';
