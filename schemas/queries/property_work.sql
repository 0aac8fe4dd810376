-- Worksheets that are done and future values found by hand, each by the entry of the history that made it so, without one by its last
-- save; verifications by their day and who verified.
-- uses: report_months
with made as (
  select h.table_name, h.row_id, max(h.id) as audit_id
  from audit as h
  where h.table_name in ('worksheet', 'property_value')
    and h.at >= (select min(window_start) - 1 from report_months)
    and case h.table_name when 'worksheet' then h.fields #>> '{stage,new}' = 'DONE' else h.fields #>> '{method,new}' = 'H' end
  group by h.table_name, h.row_id
), done as (
  select 'WORKSHEET' as work, w.property_id, w.district_code::text as district_code, coalesce(h.at, w.updated_at) as at, null::date as day,
    case when h.id is null then w.updated_by else h.user_id end as person_id
  from worksheet as w
  left join made as m on m.table_name = 'worksheet' and m.row_id = w.id
  left join audit as h on h.id = m.audit_id
  where w.stage = 'DONE' and w.district_code = any(:districts::text[])
  union all
  select 'HANDCRAFT', v.property_id, v.district_code::text, coalesce(h.at, v.updated_at), null,
    case when h.id is null then v.updated_by else h.user_id end
  from property_value as v
  left join made as m on m.table_name = 'property_value' and m.row_id = v.id
  left join audit as h on h.id = m.audit_id
  where v.series = 'LT' and v.method = 'H' and v.base_date = future_base_date() and v.district_code = any(:districts::text[])
  union all
  select 'VERIFIED', f.property_id, f.district_code::text, null, f.verified_on, f.verified_by
  from verification as f
  where f.verified_on >= (select min(window_start) from report_months) and f.district_code = any(:districts::text[])
), dated as (
  select work, property_id, district_code, coalesce(day, (at at time zone 'Australia/Sydney')::date) as on_date, person_id
  from done
)
select d.work, d.property_id, d.on_date, d.person_id, m.*, d.on_date > m.today as later, coalesce(p.zone_code, '') as zone_code
from dated as d
join report_months as m on m.district_code = d.district_code
join property as p on p.id = d.property_id
where d.on_date >= m.window_start
  and (d.on_date < m.month_end or d.on_date > m.today)
  and (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
