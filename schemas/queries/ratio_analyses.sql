-- The analysed sales of a ratio study (docs/statistics.md), whichever series is looked at.
-- uses: window_analyses
select a.*
from window_analyses as a
where (:suitabilities::text[] is null or a.suitability = any(:suitabilities::text[]))
  and (:zones::text[] is null or a.zone_code = any(:zones::text[]))
  and (:components::text[] is null or a.component_code = any(:components::text[]))
  and (coalesce(:include_non_homogeneous::boolean, true) or not a.non_homogeneous)
  and (:property_types::text[] is null or exists (
    select from property as p where p.id = a.property_id and p.benchmark_property_type = any(:property_types::text[])))
  and (:valuers::bigint[] is null or exists (
    select from component as c
    where c.district_code = a.district_code and c.code = a.component_code and c.valuer_id = any(:valuers::bigint[])))
