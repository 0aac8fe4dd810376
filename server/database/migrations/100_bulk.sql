-- Changes of many records are jobs. What is asked twice under one id is done once, and what a job did to each record is
-- written in the transaction of the changes, so that the two are never apart.

alter table job add column request_id text;
create unique index job_request on job (created_by, request_id) where request_id is not null;

create table job_record (
  id bigint generated always as identity primary key,
  user_id bigint not null,
  job_id bigint not null references job (id) on delete cascade,
  place integer not null,
  record_id bigint,
  outcome text not null check (outcome in ('done', 'same', 'refused')),
  message text,
  version integer,
  constraint job_record_place unique (job_id, place)
);
select record_table('job_record', 'user', '{insert}');
