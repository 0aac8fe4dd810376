-- Verified: the value under work (the year after the base year) carries a verification.
select p.id as property_id, coalesce(p.risk_rating, '') as risk_rating, v1.land_value as v1, v1.verified_on is not null as verified
from property as p
left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT'
  and v1.base_date = base_date_of(:year::integer + 1) and v1.district_code = any(:districts::text[])
where p.district_code = any(:districts::text[])
  and p.status = 'A'
  and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
