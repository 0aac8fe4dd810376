-- Where is Crown land that no factor moves?
-- Parcels by LGA and class where neither the LGA has a custom factor nor its region an index that was calculated. Of a parcel without
-- a class that of its CLE property counts.
-- counts: clpas by parcel_id
-- uses: regional_indices
with told as (
  select c.id as parcel_id, r.district_code, r.district, r.region_id, r.region, r.crown_class, r.crown_class_name, r.region_n as benchmarks,
    case when r.in_tranche then 'In' else 'Out' end as tranche, r.lacks as reason
  from crown_parcel as c
  left join crown_property as p on p.id = c.crown_property_id
  join regional_indices as r on r.district_code = c.district_code
    and r.crown_class = coalesce(c.valuation_class, p.valuation_class, '')
  where r.asked
    and r.lacks is not null
    and (:classes::text[] is null or r.crown_class = any(:classes::text[]))
)
select district_code || ' ' || crown_class as key, district_code, district, region_id, region, crown_class, crown_class_name, tranche,
  benchmarks, reason, count(*)::integer as parcels
from told
group by district_code, district, region_id, region, crown_class, crown_class_name, tranche, benchmarks, reason
