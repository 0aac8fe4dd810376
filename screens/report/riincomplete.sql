-- Which classes of Crown land are not finished for the year under work?
-- LGAs out of tranche with land of the class in which the index was not applied; parcels whose CLE property has no value at 1 July of the
-- year after the base year or that have none themselves; parcels without an area, of financial land without a cap rate; parcels
-- that belong to no CLE property, of which nothing else is asked.
-- counts: clpas by parcel_id
-- uses: indexed_parcels
with told as (
  select parcel_id, region_id, region, crown_class, crown_class_name, district, not_applied, without_property, without_value, without_area
  from indexed_parcels
  where :classes::text[] is null or crown_class = any(:classes::text[])
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
