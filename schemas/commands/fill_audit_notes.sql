-- A row for each result that failed and has no note.
select r.district_code, r.base_date, r.test, r.key, trim(:text::text) as text,
  case when trim(coalesce(:text::text, '')) = '' then 'What is the note to say?'
    when length(:text::text) > 4000 then 'A note has at most 4,000 characters.' end as refused
from audit_result as r
where r.district_code = any(:districts::text[]) and r.district_code = :district::text
  and r.base_date = base_date_of(:year::integer + 1) and r.test = :test::integer and r.failed
  and not exists (
    select from audit_note as n
    where n.district_code = r.district_code and n.base_date = r.base_date and n.test = r.test and n.key = r.key and n.synthetic = r.synthetic)
order by r.key
