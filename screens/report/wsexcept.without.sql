-- Which properties of risk 1 or 2 have no worksheet for the year under work?
-- W1: none of V1's base date, or where the filter says so none of V0's either. Beside it its latest worksheet.
-- counts: properties by property_id
-- uses: worksheet_lands
select p.id as property_id, p.district_code::text as district_code, p.address, p.zone_code, p.component_code, p.risk_rating as stored,
  'W1' as sheet_rule, 'W' as rule_severity, w.base_date as sheet_year, w.stage as sheet_stage, w.sheet_value, v.land_value::bigint as v1
from property as p
left join worksheet_lands as w on w.property_id = p.id
left join property_value as v on v.property_id = p.id and v.series = 'LT' and v.base_date = base_date_of(:year::integer + 1)
  and v.district_code = any(:districts::text[])
where p.district_code = any(:districts::text[])
  and p.status = 'A'
  and risk_level(p.risk_rating) <= 2
  and coalesce(w.base_date < base_date_of(:year::integer + case when :either_date::boolean then 0 else 1 end), true)
  and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
  and (:valuers::text[] is null or p.valuer_id::text = any(:valuers::text[]))
  and (:types::text[] is null or p.benchmark_property_type = any(:types::text[]))
