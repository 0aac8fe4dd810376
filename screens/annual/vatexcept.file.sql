-- How far the file is: its lines, and from where the explanation of each is.
with chosen as (
  select coalesce(:file::bigint, max(file_id)) as file_id from vat_exception where district_code = any(:districts::text[])
)
select c.file_id, coalesce(max(e.file_name), 'File ' || c.file_id) as name, count(*)::integer as lines,
  count(*) filter (where e.source = 'Missing')::integer as missing,
  count(*) filter (where e.source in ('Audit note', 'Earlier file'))::integer as prefilled,
  count(*) filter (where e.source in ('Saved', 'In the file'))::integer as explained,
  exists (select from vat_file as f where f.id = c.file_id) as whole
from chosen as c
join vat_exception_record as e on e.file_id = c.file_id
where e.district_code = any(:districts::text[])
group by c.file_id
