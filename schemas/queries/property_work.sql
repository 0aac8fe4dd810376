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
), entry as materialized (
  select m.table_name, m.row_id, h.id, h.at, h.user_id
  from made as m
  join audit as h on h.id = m.audit_id
), stored as (
  select 'WORKSHEET' as work, 'worksheet' as table_name, id, property_id, district_code::text as district_code, updated_at, updated_by
  from worksheet
  where stage = 'DONE' and district_code = any(:districts::text[])
  union all
  select 'HANDCRAFT', 'property_value', id, property_id, district_code::text, updated_at, updated_by
  from property_value
  where series = 'LT' and method = 'H' and base_date = future_base_date() and district_code = any(:districts::text[])
), done as (
  -- A full join is not run through once for each value: how many entries there are, the planner does not know. It would make
  -- a left join of it where it saw that only values are wanted.
  select s.work, s.property_id, s.district_code, coalesce(e.at, s.updated_at) as at, null::date as day,
    case when e.id is null then s.updated_by else e.user_id end as person_id
  from stored as s
  full join entry as e on e.table_name = s.table_name and e.row_id = s.id
  where coalesce(s.work, '') <> ''
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
