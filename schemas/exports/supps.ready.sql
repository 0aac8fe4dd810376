-- Supps that are ready to send.
select s.id as item, s.district_code
from supp s
where s.transmit_status = 'T'
  and s.district_code = any (:districts::text[])
  and (:ids::bigint[] is null or s.id = any (:ids::bigint[]))
