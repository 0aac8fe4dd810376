-- What would keep a supp from being ready now; what was acknowledged stays acknowledged.
select f.item_id as item, s.district_code, case when a.id is null then f.severity else 'W' end as severity, f.rule,
  concat_ws(' ', f.message, case when f.base_date is not null then format('(1 Jul %s, %s)', extract(year from f.base_date), f.series) end,
    'Acknowledged: ' || a.acknowledged_comment) as message
from check_findings('SU', 'supp_checked', :ids::bigint[]) f
join supp s on s.id = f.item_id
left join check_result a on a.item_type = 'SU' and a.item_id = f.item_id and a.rule = f.rule
  and a.base_date is not distinct from f.base_date and a.series is not distinct from f.series
  and a.acknowledged_comment is not null
union all
select s.id, s.district_code, 'E', 'PID', format('Property %s is cancelled. A supp for it goes no further.', p.id)
from supp s join property p on p.id = s.property_id
where s.id = any (:ids::bigint[]) and p.status = 'X'
union all
select s.id, s.district_code, 'E', 'VAL', 'It has no value. Fill in one, or cancel the property by it.'
from supp s
where s.id = any (:ids::bigint[]) and s.supp_type <> 'PX'
  and not exists (select from supp_value v where v.supp_id = s.id and v.land_value is not null)
order by 1, 4
