-- Which lines of the file ask for an explanation, and what explains each?
with chosen as (
  select coalesce(:file::bigint, max(file_id)) as file_id from vat_exception where district_code = any(:districts::text[])
)
select e.id, e.version, e.line_no, e.district_code, e.base_date, e.level, e.key, e.test, e.message, e.shown, e.source, e.note, e.explanation,
  case e.level when 'PID' then '/prop/' || e.key when 'COMP' then '/ref/comp/' || e.district_code || '/' || e.key end as link,
  case e.source when 'Missing' then 0 when 'Audit note' then 1 when 'Earlier file' then 1 else 2 end as posn
from vat_exception_record as e
join chosen as c on c.file_id = e.file_id
where e.district_code = any(:districts::text[])
  and (:district::text is null or e.district_code = :district::text)
  and (not coalesce(:missing::boolean, false) or e.source = 'Missing')
