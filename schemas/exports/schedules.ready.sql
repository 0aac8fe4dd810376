-- Schedules with rates that hold in a district today: its own, its region's, and those of everywhere.
select s.id as item, d.code as district_code
from unnest(:districts::text[]) d (code)
join improvement_schedule s on case s.scope when 'GLOBAL' then true when 'DISTRICT' then s.district = d.code
  else s.region_id = contract_region_of(d.code) end
where (not s.demo or app_dataset() = 'synthetic')
  and coalesce(s.valid_to, 'infinity') >= office_today()
  and exists (select from improvement_rate r where r.schedule_id = s.id)
  and (:ids::bigint[] is null or s.id = any (:ids::bigint[]))
