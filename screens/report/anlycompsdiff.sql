-- Which analyses stand in another component or zone than their property?
-- A component that differs, and a zone that differs where both codes hold at 1 July of the year after the base year. A code that
-- holds no longer was renamed, which is no error. What an analysis leaves empty is read as the property's.
-- counts: anlys by analysis_id
with beside as (
  select a.id as analysis_id, a.sale_id, a.property_id, a.district_code, p.address, a.analysis_date,
    a.component_code, p.component_code as property_component, s.component_code as sale_component,
    a.zone_code, p.zone_code as property_zone, s.zone_code as sale_zone,
    a.component_code <> coalesce(p.component_code, '') as component_differs,
    a.zone_code <> coalesce(p.zone_code, '') as zone_differs,
    exists (select from zone as z where z.code = a.zone_code
      and base_date_of(:year::integer + 1) between z.valid_from and z.valid_to) as zone_holds,
    exists (select from zone as z where z.code = p.zone_code
      and base_date_of(:year::integer + 1) between z.valid_from and z.valid_to) as property_zone_holds
  from analysis as a
  join property as p on p.id = a.property_id
  left join sale as s on s.id = a.sale_id
  where a.district_code = any(:districts::text[])
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
), told as (
  select *, concat_ws(', ', case when component_differs then 'COMPONENT' end,
    case when zone_differs and zone_holds and property_zone_holds then 'ZONE' end,
    case when zone_differs and not zone_holds and coalesce(:old_zones::boolean, true) then 'OLDZONE' end) as differs
  from beside
)
select analysis_id, sale_id, property_id, district_code, address, differs, component_code, property_component, sale_component,
  zone_code, property_zone, sale_zone, analysis_date
from told
where differs <> ''
