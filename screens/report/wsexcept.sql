-- Which worksheets of the year under work do not hold together with their property?
-- W2: a finished one comes to another value than V1. W3: a finished one is not exported, though others of its district and year were
-- since it was saved. W4: the land of its main lines differs from the area in the register by more than the options of areas say.
-- counts: properties by property_id
-- uses: worksheet_lands
with sheets as materialized (
  select w.*, p.address, p.zone_code, p.component_code, p.risk_rating, p.area,
    coalesce(p.strata_plan, p.strata_lot) is not null or w.without_main as without_land, v.land_value::bigint as v1
  from worksheet_lands as w
  join property as p on p.id = w.property_id and p.status = 'A'
  left join property_value as v on v.property_id = p.id and v.series = 'LT' and v.base_date = w.base_date
  where w.base_date = base_date_of(:year::integer + 1)
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
    and (:valuers::text[] is null or p.valuer_id::text = any(:valuers::text[]))
    and (:types::text[] is null or p.benchmark_property_type = any(:types::text[]))
), districts as materialized (
  select code, setting_number('area.tolerance.share', r) / 100 as share, setting_number('area.tolerance.metres', r) as metres,
    (select max(w.exported_on) from worksheet as w
      where w.district_code = code and w.base_date = base_date_of(:year::integer + 1)) as last_export
  from unnest(:districts::text[]) as code
  cross join lateral contract_region_of(code) as r
), found as (
  select s.*, 'W2' as sheet_rule,
    'The worksheet comes to ' || said_amount(sheet_value) || ', the value is ' || coalesce(said_amount(v1), 'missing') || '.' as detail
  from sheets as s
  where stage = 'DONE' and sheet_value is distinct from v1
  union all
  select s.*, 'W3', 'Others of the district were exported on ' || to_char(d.last_export, 'FMDD-Mon-YYYY') || '.'
  from sheets as s
  join districts as d on d.code = s.district_code
  where stage = 'DONE' and exported_on is null and (updated_at at time zone 'Australia/Sydney')::date <= d.last_export
  union all
  select s.*, 'W4', 'The main lines take ' || to_char(land, 'FM999,999,999,990.0') || ' m², the property has '
    || to_char(area, 'FM999,999,999,990.0') || ' m².'
  from sheets as s
  join districts as d on d.code = s.district_code
  where not without_land and area > 0 and abs(land - area) > d.share * area and abs(land - area) > d.metres
)
select property_id || ' ' || sheet_rule as key, property_id, district_code, address, zone_code, component_code,
  coalesce(risk_rating, 'No rating') as stored, worksheet_id, base_date as sheet_year, stage as sheet_stage, sheet_value, v1, sheet_rule,
  'E' as rule_severity, detail
from found
