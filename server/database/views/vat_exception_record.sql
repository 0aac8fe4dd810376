-- Lines of VAT files with what explains each: what was saved, what the file came with, what an earlier file was told, or the audit's note.

select e.*,
  f.name as file_name,
  n.text as note,
  coalesce(e.explanation, e.given, o.explanation, n.text) as shown,
  case when e.explanation is not null then 'Saved' when e.given is not null then 'In the file'
    when o.explanation is not null then 'Earlier file' when n.text is not null then 'Audit note' else 'Missing' end as source
from vat_exception e
left join vat_file f on f.id = e.file_id
left join audit_note n on n.district_code = e.district_code and n.base_date = e.base_date and n.test = e.test_number
  and n.key = e.key and n.synthetic = e.synthetic
left join lateral (
  select x.explanation from vat_exception x
  where x.district_code = e.district_code and x.base_date = e.base_date and x.level = e.level and x.key = e.key
    and x.test is not distinct from e.test and x.message is not distinct from e.message and x.synthetic = e.synthetic
    and x.file_id < e.file_id and x.explanation is not null
  order by x.file_id desc, x.line_no limit 1) o on true
