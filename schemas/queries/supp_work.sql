-- Supps of the chosen districts; zone and component are those of the property.
-- uses: report_months
select s.id as supp_id, s.received_on, s.completed_on, s.valuer_id as person_id, m.*, least(m.month_end, m.today + 1) as ends,
  greatest(s.received_on, s.completed_on) > m.today as later, coalesce(p.zone_code, '') as zone_code
from supp as s
join report_months as m on m.district_code = s.district_code
left join property as p on p.id = s.property_id
where (:zones::text[] is null or p.zone_code = any(:zones::text[]))
  and (:components::text[] is null or p.component_code = any(:components::text[]))
