-- The latest worksheet of each property, of the year under work or before, with the land of its main lines and its value.
with latest as (
  select distinct on (w.property_id) w.id, w.property_id, w.district_code::text as district_code, w.base_date, w.stage, w.exported_on, w.updated_at,
    w.without_main, w.adopted_value::bigint as adopted_value
  from worksheet as w
  where w.district_code = any(:districts::text[]) and w.supp_id is null and w.base_date <= base_date_of(:year::integer + 1)
  order by w.property_id, w.base_date desc
), lines as (
  select worksheet_id, sum(worksheet_metres(qty, unit)) filter (where part = 'MAIN') as land,
    sum(value::bigint) filter (where part = 'MAIN') as main, sum(value::bigint) filter (where part = 'OTHER') as other
  from worksheet_line
  where worksheet_id in (select id from latest)
  group by worksheet_id
)
select t.id as worksheet_id, t.property_id, t.district_code, t.base_date, t.stage, t.exported_on, t.updated_at, t.without_main, l.land,
  coalesce(t.adopted_value, round_land_value(coalesce(l.other, 0) + case when t.without_main then 0 else coalesce(l.main, 0) end))
    as sheet_value
from latest as t
left join lines as l on l.worksheet_id = t.id
