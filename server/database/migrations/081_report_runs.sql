-- What reports answered, kept for minutes so that pages, sorts, totals, charts and files read it instead of running the
-- report's SQL again. The owner alone reads and writes here; a request asks through the server, which knows whose run
-- it is. Nothing of it is logged or backed up: after a crash the reports run anew.
-- A restore empties what is backed up, and this is not.
drop schema if exists report_runs cascade;
create schema report_runs;

create unlogged table report_runs.run (
  -- Hash of screen, source, statement, values, data set, user and districts.
  key text primary key,
  table_name text not null unique,
  user_id bigint not null,
  -- The user's last change when the run began: what somebody changed themselves they see at once.
  stamp bigint not null,
  run_at timestamptz not null,
  row_count bigint not null,
  limited boolean not null,
  bytes bigint not null
);
create index run_user on report_runs.run (user_id, run_at);

create index audit_user on audit (user_id, id);
