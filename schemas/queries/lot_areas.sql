-- The area in the register beside what other sources say it is.
-- Dimensions are read once for each property, so its rows are kept. Conditions are such that the planner knows how many rows fit them:
-- expecting few it would go through all sales for each property.
-- uses: worksheet_lands
with lots as materialized (
  select p.id as property_id, p.district_code::text as district_code, p.address, p.zone_code, p.component_code, p.area, p.area_unit,
    p.area_vg, p.frontage * p.depth as sides,
    case when p.dimensions ~ '^ *[0-9]+(\.[0-9]+)? *[xX] *[0-9]+(\.[0-9]+)? *$'
      then split_part(lower(p.dimensions), 'x', 1)::numeric * split_part(lower(p.dimensions), 'x', 2)::numeric end as words,
    case when coalesce(p.strata_plan, p.strata_lot) is not null then 'STRATA' when coalesce(p.area, 0) <= 0 then 'AREA' end as not_compared,
    coalesce(p.strata_plan, p.strata_lot) is null and coalesce(p.area, 0) > 0 as compared
  from property as p
  where p.district_code = any(:districts::text[])
    and p.status = 'A'
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
    and (:valuers::text[] is null or p.valuer_id::text = any(:valuers::text[]))
    and (:types::text[] is null or p.benchmark_property_type = any(:types::text[]))
), sold as (
  select distinct on (s.property_id) s.property_id, s.area
  from sale as s
  where s.district_code = any(:districts::text[]) and s.property_id is not null and s.area > 0
    and (s.dealing_size is null or s.dealing_size <= 1) and (s.strata_lot is null or s.strata_lot = '')
  order by s.property_id, s.contract_date desc nulls last, s.id desc
)
select l.property_id, l.district_code, l.address, l.zone_code, l.component_code, l.area, l.area_unit, l.not_compared, o.source, o.other_area
from lots as l
left join sold as s on s.property_id = l.property_id
left join worksheet_lands as w on w.property_id = l.property_id
left join parcel_shape as g on g.property_id = l.property_id and g.in_force
left join lateral (
  select v.source, v.other_area
  from (values ('VG', l.area_vg), ('SIDES', l.sides), ('WORDS', l.words), ('SALE', s.area),
    ('WORKSHEET', w.land), ('SHAPE', g.area)) as v (source, other_area)
  where v.other_area > 0 and l.compared) as o on true
