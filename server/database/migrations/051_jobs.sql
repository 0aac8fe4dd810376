-- Jobs have a lane, of which so many run at once over all processes, and may have a key: of one kind and key one is
-- open at a time.

alter table job add column lane text not null default 'other', add column key text;
update job set lane = case when kind like 'import%' then 'import' when kind like 'backup%' then 'backup' else 'other' end;
create unique index job_key on job (kind, key) where key is not null and state in ('queued', 'running');
create index job_created_by on job (created_by, id desc);
update job set message = null where state not in ('queued', 'running') and message is not null;
