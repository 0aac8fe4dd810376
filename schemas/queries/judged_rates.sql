-- The improvements of analysed sales beside the range of the schedule that holds at the contract: the district's before the region's
-- before everybody's.
-- uses: ratio_analyses
select i.id as line_id, a.analysis_id, a.property_id, a.district_code, a.zone_code, a.component_code, a.address, a.contract_date, i.type,
  i.description, i.unit, i.condition, i.rate, u.schedule, u.low, u.high,
  case when i.rate is null then 'LUMP' when u.schedule is null then 'NONE' when i.rate between u.low and u.high then 'IN' else 'OUT' end as verdict
from ratio_analyses as a
join analysis_improvement as i on i.analysis_id = a.analysis_id
left join lateral usual_rate(a.district_code, a.contract_date, i.type, i.unit, i.condition) as u on i.rate is not null
where :improvement_types::text[] is null or i.type = any(:improvement_types::text[])
