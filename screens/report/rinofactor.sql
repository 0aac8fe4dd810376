-- Where is Crown land that no factor moves?
-- Parcels by LGA and class where neither the LGA has a custom factor nor its region an index that was calculated. Of a parcel without
-- a class that of its CLE property counts.
-- counts: clpas by parcel_id
-- uses: indexed_parcels
with told as (
  select parcel_id, district_code, district, region_id, region, crown_class, crown_class_name, region_n as benchmarks,
    case when in_tranche then 'In' else 'Out' end as tranche, lacks as reason
  from indexed_parcels
  where lacks is not null
    and (:classes::text[] is null or crown_class = any(:classes::text[]))
)
select district_code || ' ' || crown_class as key, district_code, district, region_id, region, crown_class, crown_class_name, tranche,
  benchmarks, reason, count(*)::integer as parcels
from told
group by district_code, district, region_id, region, crown_class, crown_class_name, tranche, benchmarks, reason
