select s.id as item, d.code as district_code, s.scope, coalesce(s.district, g.name) as place, s.name, r.type, r.description, r.unit,
  trim_scale(r.low) as low, trim_scale(r.high) as high, r.condition, s.valid_from, s.valid_to
from unnest(:districts::text[]) d (code)
join improvement_schedule s on s.id = any (:ids::bigint[]) and case s.scope when 'GLOBAL' then true
  when 'DISTRICT' then s.district = d.code else s.region_id = contract_region_of(d.code) end
join improvement_rate r on r.schedule_id = s.id
left join contract_region g on g.id = s.region_id
order by d.code, case s.scope when 'DISTRICT' then 1 when 'REGION' then 2 else 3 end, s.name, s.id, r.posn, r.id
