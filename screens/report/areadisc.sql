-- Where do two sources of an area differ?
-- The area in the register against the Valuer General's, frontage × depth, dimensions that are just two sides, the latest sale over
-- this property alone, the land of the latest worksheet, and its parcel shape. Listed is a difference of more than 2 % and of more than 10 m², as the
-- options say. UNIT: one is about ten thousand times the other, a hectare read as a square metre.
-- counts: properties by property_id
-- uses: lot_areas
with limits as materialized (
  select code, setting_number('area.tolerance.share', r) / 100 as share, setting_number('area.tolerance.metres', r) as metres
  from unnest(:districts::text[]) as code
  cross join lateral contract_region_of(code) as r
)
select a.property_id || ' ' || a.source as key, a.property_id, a.district_code, a.address, a.zone_code, a.component_code, a.area,
  a.area_unit, a.source as area_source, a.other_area, a.other_area - a.area as area_difference, a.other_area / a.area - 1 as area_share,
  case when a.other_area / a.area between 9900 and 10100 or a.area / a.other_area between 9900 and 10100 then 'UNIT' else 'AREA' end
    as area_reason
from lot_areas as a
join limits as l on l.code = a.district_code
where a.other_area > 0
  and abs(a.other_area - a.area) > l.share * a.area
  and abs(a.other_area - a.area) > l.metres
