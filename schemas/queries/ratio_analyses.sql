-- The analysed sales of a ratio study (docs/statistics.md), whichever series is looked at.
select a.*
from ratio_sample(:year::integer) as a
where a.district_code = any(:districts::text[])
  and a.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
    and coalesce(:to_date::date, sale_window_end(:year::integer))
  and (:population::text = 'all' or a.in_standard)
  and (:suitabilities::text[] is null or a.suitability = any(:suitabilities::text[]))
  and (:zones::text[] is null or a.zone_code = any(:zones::text[]))
  and (:components::text[] is null or a.component_code = any(:components::text[]))
  and (coalesce(:include_non_homogeneous::boolean, true) or not a.non_homogeneous)
