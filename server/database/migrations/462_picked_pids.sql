-- A list of PIDs may be picked on its page, one property after the other.
alter table handoff_log drop constraint handoff_log_source_check,
  add constraint handoff_log_source_check check (source in ('RESULT', 'PICKED', 'PASTED', 'FILE'));
comment on column handoff_log.source is 'RESULT: the result of a search. PICKED: on the page. PASTED. FILE: a file that was picked.';
