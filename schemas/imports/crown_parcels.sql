-- A parcel is found by its CADID, one without by lot, section and plan in its district. What a file leaves empty stays.
with line as (
  select l.*, count(*) over (partition by coalesce(l.cadid, concat_ws('/', l.district_code, l.lot, coalesce(l.section, ''), coalesce(l.plan_type, 'DP'), l.plan))) as times
  from jsonb_to_recordset(:rows::jsonb) as l (line integer, cadid text, lot text, section text, plan_type text, plan text, district_code text,
    suburb text, zone_code text, valuation_class text, area numeric, area_unit text, land_value bigint, crown_property_id bigint)
)
select l.line, c.id, c.version, coalesce(c.district_code::text, l.district_code) as district_code, coalesce(l.cadid, c.cadid) as cadid,
  coalesce(l.lot, c.lot) as lot, coalesce(l.section, c.section) as section,
  coalesce(l.plan_type, c.plan_type, case when l.plan is not null then 'DP' end) as plan_type, coalesce(l.plan, c.plan) as plan,
  coalesce(l.suburb, c.suburb) as suburb, coalesce(l.zone_code, c.zone_code) as zone_code,
  coalesce(l.valuation_class, c.valuation_class) as valuation_class, coalesce(l.area, c.area) as area,
  coalesce(l.area_unit, c.area_unit::text, 'M') as area_unit, coalesce(l.land_value, c.land_value::bigint) as land_value,
  coalesce(l.crown_property_id, c.crown_property_id) as crown_property_id,
  case when l.times > 1 then format('%s stands in %s lines.', coalesce('CADID ' || l.cadid, concat_ws('/', l.lot, l.section, l.plan)), l.times)
    when l.cadid is null and (l.lot is null or l.plan is null) then 'A parcel needs a CADID, or lot and plan.'
    when not exists (select from district d where d.code = l.district_code) then format('There is no district “%s”.', l.district_code)
    when c.district_code::text <> l.district_code
      then format('Parcel %s lies in district %s, the file says %s.', coalesce(c.cadid, c.lot_dp), c.district_code, l.district_code)
    when l.valuation_class is not null and not exists (select from reference_item i where i.list = 'crownclass' and i.code = l.valuation_class)
      then format('“%s” is no valuation class of the list.', l.valuation_class)
    when l.crown_property_id is not null and not exists (select from crown_property p where p.id = l.crown_property_id)
      then format('There is no CLE property %s in your districts.', l.crown_property_id) end as refused
from line l
left join lateral (
  select c.* from crown_parcel c
  where case when l.cadid is not null then c.cadid = l.cadid
    else c.district_code = l.district_code and c.lot = l.lot and coalesce(c.section, '') = coalesce(l.section, '')
      and coalesce(c.plan_type, 'DP') = coalesce(l.plan_type, 'DP') and c.plan = l.plan end
  order by c.id limit 1) c on true
order by l.line
