-- Supps that are not sent yet and can be found again by their VG workflow.
select s.id as item, s.district_code
from supp s
where s.transmit_status in ('F', 'T') and s.vg_workflow is not null
  and s.district_code = any (:districts::text[])
  and (:ids::bigint[] is null or s.id = any (:ids::bigint[]))
