-- Which land values differ from another record of them?
-- M1: V0 is not the value that a file brought last for its base date. M2: V0 is not the local government value, at a general valuation.
-- M3: V1 is not what the finished worksheet of its base date comes to. M4: V1 was found by hand, and is outside 87 to 103 % of the
-- adjusted land value of its latest exported analysis, in the office's standard; the options say these bounds.
-- counts: properties by property_id
-- uses: worksheet_lands
with lots as materialized (
  select p.id as property_id, p.district_code::text as district_code, p.address, p.zone_code, p.component_code,
    v0.land_value::bigint as v0, v1.land_value::bigint as v1, v1.handcrafted or v1.method = 'H' as by_hand
  from property as p
  left join property_value as v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = base_date_of(:year::integer)
    and v0.district_code = any(:districts::text[])
  left join property_value as v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = base_date_of(:year::integer + 1)
    and v1.district_code = any(:districts::text[])
  where p.district_code = any(:districts::text[])
    and p.status = 'A'
    and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
    and (:components::text[] is null or p.component_code = any(:components::text[]))
    and (:valuers::text[] is null or p.valuer_id::text = any(:valuers::text[]))
    and (:types::text[] is null or p.benchmark_property_type = any(:types::text[]))
), brought as (
  select distinct on (property_id) property_id, land_value::bigint as land_value
  from value_import
  where district_code = any(:districts::text[]) and base_date = base_date_of(:year::integer)
  order by property_id, id desc
), analysed as (
  select distinct on (property_id) property_id, analysis_id, alv_future
  from ratio_sample(:year::integer)
  where district_code = any(:districts::text[]) and exported and in_standard and alv_future > 0
  order by property_id, contract_date desc, analysis_id desc
), bands as materialized (
  select code, setting_number('adopted.level.low', r) / 100 as low, setting_number('adopted.level.high', r) / 100 as high
  from unnest(:districts::text[]) as code
  cross join lateral contract_region_of(code) as r
), local as materialized (
  -- Kept, because the planner expects one and would look for it property by property.
  select property_id, land_value::bigint as land_value, synthetic
  from property_value
  where series = 'LG' and base_date = base_date_of(:year::integer) and district_code = any(:districts::text[])
), found as (
  select l.*, 'M1' as value_rule, l.v0 as own_value, b.land_value as other_value, null::bigint as analysis_id
  from lots as l
  join brought as b on b.property_id = l.property_id
  where b.land_value is distinct from l.v0
  union all
  select l.*, 'M2', l.v0, g.land_value, null
  from lots as l
  join local as g on g.property_id = l.property_id
  where g.land_value is distinct from l.v0
    and (l.district_code, g.synthetic) in (select y.district_code::text, y.synthetic from district_year as y
      where y.base_date = base_date_of(:year::integer) and y.general_valuation)
  union all
  select l.*, 'M3', l.v1, w.sheet_value, null
  from lots as l
  join worksheet_lands as w on w.property_id = l.property_id and w.base_date = base_date_of(:year::integer + 1) and w.stage = 'DONE'
  where w.sheet_value is distinct from l.v1
  union all
  select l.*, 'M4', l.v1, a.alv_future, a.analysis_id
  from lots as l
  join analysed as a on a.property_id = l.property_id
  join bands as b on b.code = l.district_code
  where l.by_hand and l.v1 > 0 and l.v1::numeric / a.alv_future not between b.low and b.high
)
select property_id || ' ' || value_rule as key, property_id, district_code, address, zone_code, component_code, value_rule,
  case value_rule when 'M4' then 'W' else 'E' end as rule_severity,
  case value_rule when 'M1' then 'File' when 'M2' then 'Local government' when 'M3' then 'Worksheet' else 'Analysis' end as value_source,
  own_value, other_value, own_value - other_value as value_difference, own_value::numeric / nullif(other_value, 0) as level_ratio,
  analysis_id
from found
