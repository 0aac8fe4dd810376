-- Which classes of Crown land are not finished for the year under work?
-- LGAs out of tranche with land of the class in which the index was not applied; parcels whose CLE property has no value at 1 July of the
-- year after the base year or that have none themselves; parcels without an area, of financial land without a cap rate; parcels
-- that belong to no CLE property, of which nothing else is asked.
-- counts: clpas by parcel_id
-- uses: regional_indices
with told as (
  select c.id as parcel_id, r.region_id, r.region, r.crown_class, r.crown_class_name, r.district,
    not r.in_tranche and r.applied_on is null as not_applied, c.crown_property_id is null as without_property,
    c.crown_property_id is not null and (coalesce(v.land_value, 0) = 0 or coalesce(c.land_value, 0) = 0) as without_value,
    c.crown_property_id is not null and case when r.crown_class = 'FIN' then v.cap_rate is null else coalesce(c.area, 0) = 0 end
      as without_area
  from crown_parcel as c
  left join crown_property as p on p.id = c.crown_property_id
  left join crown_value as v on v.crown_property_id = c.crown_property_id and v.base_date = base_date_of(:year::integer + 1)
  join regional_indices as r on r.district_code = c.district_code
    and r.crown_class = coalesce(c.valuation_class, p.valuation_class, '')
  where r.asked
    and (:classes::text[] is null or r.crown_class = any(:classes::text[]))
), counted as (
  select region_id, region, crown_class, crown_class_name, count(*)::integer as parcels,
    count(*) filter (where without_value)::integer as without_value, count(*) filter (where without_area)::integer as without_area,
    count(*) filter (where without_property)::integer as without_property,
    array_agg(distinct district order by district) filter (where not_applied) as open_lgas
  from told
  group by region_id, region, crown_class, crown_class_name
)
select region_id || ' ' || crown_class as key, region_id, region, crown_class, crown_class_name, parcels,
  array_to_string(open_lgas, ', ') as open_lgas,
  without_value, without_area, without_property
from counted
where open_lgas is not null or without_value > 0 or without_area > 0 or without_property > 0
