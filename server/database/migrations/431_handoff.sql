-- Lists of PIDs that went to the mapping program and came from it: who, when, how many, which way. A list keeps the PIDs that
-- were taken and the lines that were not, so that its file can be made again; what of it a person sees is row security's.

create table handoff_log (
  id bigint generated always as identity primary key,
  company bigint not null default 1,
  direction text not null check (direction in ('OUT', 'IN')),
  source text not null check (source in ('RESULT', 'PASTED', 'FILE')),
  file_name text,
  pids bigint[] not null,
  n integer generated always as (cardinality(pids)) stored,
  -- Lines that were given, and what was wrong with those that were not taken: line, text, fault.
  n_lines integer not null,
  faults jsonb not null default '[]',
  n_faults integer generated always as (jsonb_array_length(faults)) stored,
  -- Made by whoever writes the row, who finds it again by it.
  mark uuid not null unique,
  created_at timestamptz not null default now(), created_by bigint
);
select record_table('handoff_log', 'company', '{insert}');
select record_permission('handoff_log', 'trxeU');
create trigger handoff_log_named before insert on handoff_log for each row execute function factor_run_named();

comment on table handoff_log is 'Lists of PIDs handed to the mapping program and taken from it.';
comment on column handoff_log.direction is 'OUT to the mapping program, IN from it.';
comment on column handoff_log.source is 'RESULT: the result of a search. PASTED. FILE: a file that was picked.';
comment on column handoff_log.mark is 'Made by whoever writes the row, who finds it again by it.';
comment on column handoff_log.faults is 'Lines that were not taken: line, text and fault.';
