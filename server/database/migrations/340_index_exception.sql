-- A benchmark is valued by hand whatever it is, so that the method cannot tell which ones the index of Crown land leaves out.
alter table benchmark_year add column index_exception boolean not null default false;
comment on column benchmark_year.index_exception is 'Left out of the regional index of Crown land.';
