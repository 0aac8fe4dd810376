-- A search that a figure of a report led to says what the figure counts, and when it was seen.
alter table search add column figure jsonb;
comment on column search.figure is 'Sentence of the figure of a report that led to it, and when that report ran';
