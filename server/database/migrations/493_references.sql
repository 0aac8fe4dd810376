-- The reference of the request that began a job, and its trace: who was told a reference finds what came of it.
alter table job add column reference text check (length(reference) <= 100);
alter table job add column trace text check (trace ~ '^[0-9a-f]{32}$');
create index job_reference on job (reference) where reference is not null;
