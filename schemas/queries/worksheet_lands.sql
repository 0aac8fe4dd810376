-- The latest worksheet of each property, of the year under work or before, with the land of its main lines and its value.
with latest as (
  select distinct on (w.property_id) w.id, w.property_id, w.district_code::text as district_code, w.base_date, w.stage, w.exported_on, w.updated_at,
    w.without_main, w.adopted_value::bigint as adopted_value
  from worksheet as w
  where w.district_code = any(:districts::text[]) and w.supp_id is null and w.base_date <= base_date_of(:year::integer + 1)
  order by w.property_id, w.base_date desc
)
select t.id as worksheet_id, t.property_id, t.district_code, t.base_date, t.stage, t.exported_on, t.updated_at, t.without_main,
  sum(worksheet_metres(l.qty, l.unit)) filter (where l.part = 'MAIN') as land,
  coalesce(t.adopted_value, round_land_value(coalesce(sum(l.value::bigint) filter (where l.part = 'OTHER' or not t.without_main), 0)))
    as sheet_value
from latest as t
left join worksheet_line as l on l.worksheet_id = t.id
group by t.id, t.property_id, t.district_code, t.base_date, t.stage, t.exported_on, t.updated_at, t.without_main, t.adopted_value
