-- Which properties were objected to in the last years, and what became of their values?
-- Objections to the values of the base year and of the years before it, as many as the option says, of active properties.
-- Change is V1 ÷ V0 − 1.
-- counts: properties by property_id
-- uses: prior_objections
select b.objection_id, b.property_id, b.district_code, p.address, p.zone_code, p.component_code, b.base_date as objection_year,
  b.outcome, b.claimed_value::bigint as claimed_value, b.lv_before::bigint as lv_before, b.lv_after::bigint as lv_after,
  v0.land_value::bigint as v0, v1.land_value::bigint as v1, v1.land_value::numeric / nullif(v0.land_value, 0) - 1 as value_change,
  coalesce(p.risk_rating, 'No rating') as stored, v1.verified_on
from prior_objections as b
join property as p on p.id = b.property_id and p.status = 'A'
left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer)
left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer + 1)
where (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
