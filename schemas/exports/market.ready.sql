-- Analyses that are ready for export.
select a.id as item, a.district_code
from analysis a
where a.state = 'EXPORTABLE'
  and a.district_code = any (:districts::text[])
  and (:ids::bigint[] is null or a.id = any (:ids::bigint[]))
