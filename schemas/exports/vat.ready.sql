-- Lines of files of the year that never went back, or in which something was saved since.
with last as (
  select i.item_id, max(i.export_id) as export_id
  from export_item i join export_job j on j.id = i.export_id and j.type = 'vat' and j.state = 'READY'
  where i.item_type = 'VX' and i.outcome = 'SENT' group by i.item_id
), waiting as materialized (
  select distinct e.file_id
  from vat_exception e
  left join last l on l.item_id = e.id
  left join export_item s on s.export_id = l.export_id and s.item_type = 'VX' and s.item_id = e.id
  where e.base_date = :base::date and e.version is distinct from s.item_version
)
select e.id as item, e.district_code
from vat_exception e
join waiting w on w.file_id = e.file_id
where e.base_date = :base::date and e.district_code = any (:districts::text[])
  and (:ids::bigint[] is null or e.id = any (:ids::bigint[]))
