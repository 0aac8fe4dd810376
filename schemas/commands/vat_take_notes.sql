select e.id, e.version, e.shown as explanation
from vat_exception_record e
where e.district_code::text = any(:districts::text[])
  and (:ids::bigint[] is null or e.id = any(:ids::bigint[]))
  and (:ids::bigint[] is not null or e.file_id = coalesce(:file::bigint, (select max(x.file_id) from vat_exception x)))
  and (:district::text is null or e.district_code::text = :district::text)
  and e.explanation is null and e.given is null and e.shown is not null
