-- What was done once for this installation, of no company and no person: the first start. Closed to requests.
create table installation (
  step text primary key,
  done_at timestamptz not null default now()
);
comment on table installation is 'What was done once for this installation';
comment on column installation.step is 'What was done';
comment on column installation.done_at is 'When it was done';
alter table installation enable row level security;
insert into installation (step) select 'first-start' from sysparam where company = 0 and name = 'FIRSTRUN';
delete from sysparam where company = 0 and name = 'FIRSTRUN';
