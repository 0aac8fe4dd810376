-- Districts of the file, each with how many of its lines lack an explanation.
with chosen as (
  select coalesce(:file::bigint, max(file_id)) as file_id from vat_exception where district_code = any(:districts::text[])
)
select e.district_code, d.name as district, count(*)::integer as lines, count(*) filter (where e.source = 'Missing')::integer as missing,
  count(*) filter (where e.source in ('Audit note', 'Earlier file'))::integer as prefilled,
  e.district_code || ' ' || d.name || case count(*) filter (where e.source = 'Missing') when 0 then ''
    else ' (' || count(*) filter (where e.source = 'Missing') || ' missing)' end as label
from vat_exception_record as e
join chosen as c on c.file_id = e.file_id
join district as d on d.code = e.district_code
where e.district_code = any(:districts::text[])
group by e.district_code, d.name
order by e.district_code
