-- How many items of an export an earlier one had sent: counted once, as a year's values are hundreds of thousands of items.
alter table export_job add column sent_before integer not null default 0;
comment on column export_job.sent_before is 'Items in the file that an earlier export had sent.';
