-- Worksheets go out as PDFs, and files of exceptions go back; an item that changed since it was sent is ready again.

alter table export_item add column item_version integer;
comment on column export_item.item_version is 'Version of the record as it went out; empty where it was kept out.';

-- What is opened again is another worksheet than the one that went out.
create function worksheet_values(before jsonb, after jsonb) returns jsonb
language sql stable
return case when after is not null and before ->> 'stage' = 'DONE' and after ->> 'stage' <> 'DONE'
  then '{"exported_on": null}'::jsonb else '{}'::jsonb end;
comment on function worksheet_values is 'What a change of a worksheet brings: opened again it counts as not exported.';
