-- Counts of properties by zone and component. Cancelled and out-of-contract properties are counted beside the active
-- ones, never in them. New: active, without an LT value at the base date but with one for the year after.
-- counts: properties by property_id
with counted as (
  select p.id as property_id, p.district_code, coalesce(p.zone_code, '') as zone_code, coalesce(p.component_code, '') as component_code,
    p.status, v0.id is null and v1.id is not null as fresh,
    p.handcrafted or coalesce(case when v1.id is null then v0.handcrafted or v0.method = 'H' else v1.handcrafted or v1.method = 'H' end, false)
      as handcrafted,
    -- The value under work is judged where there is one, else the one in force.
    case when v1.id is null then has_allowance(v0) else has_allowance(v1) end as allowance,
    case when v1.id is null
      then greatest(v0.heritage_value, v0.unutilised_value, v0.attributable_part, v0.muaf_pct, v0.mdaf_pct) > 0
      else greatest(v1.heritage_value, v1.unutilised_value, v1.attributable_part, v1.muaf_pct, v1.mdaf_pct) > 0 end as concession,
    v0.land_value as v0, v1.land_value as v1
  from property as p
  left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT'
    and v0.base_date = make_date(:year::integer, 7, 1) and v0.district_code = any(:districts::text[])
  left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT'
    and v1.base_date = make_date(:year::integer + 1, 7, 1) and v1.district_code = any(:districts::text[])
  where p.district_code = any(:districts::text[])
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
    and (:property_types::text[] is null or p.property_type = any(:property_types::text[]))
)
select c.district_code || ' ' || c.zone_code || ' ' || c.component_code as key,
  c.district_code, c.zone_code, c.component_code,
  case when c.zone_code = '' then 'No zone' else zone_name(c.zone_code) end as zone_name,
  (select d.description from component as d where d.district_code = c.district_code and d.code = c.component_code
    order by d.id limit 1) as component_description,
  count(*) filter (where c.status = 'A')::integer as active,
  count(*) filter (where c.status = 'A' and c.fresh)::integer as new,
  count(*) filter (where c.status = 'X')::integer as cancelled,
  count(*) filter (where c.status = 'O')::integer as out_of_contract,
  count(*) filter (where c.status = 'A' and c.handcrafted)::integer as handcrafted,
  count(*) filter (where c.status = 'A' and c.allowance)::integer as with_allowance,
  count(*) filter (where c.status = 'A' and c.concession)::integer as with_concession,
  coalesce(sum(c.v0) filter (where c.status = 'A'), 0)::bigint as total_v0,
  coalesce(sum(c.v1) filter (where c.status = 'A'), 0)::bigint as total_v1
from counted as c
group by c.district_code, c.zone_code, c.component_code
