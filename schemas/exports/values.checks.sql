-- Properties that the file would lack, or would have with nothing; and whether the values still change.
select p.id as item, p.district_code, 'E' as severity, case when v.id is null then 'NONE' else 'ZERO' end as rule,
  case when v.id is null then 'It has no value of the year.' else 'Its value of the year is 0.' end as message
from property p
left join property_value v on v.property_id = p.id and v.base_date = :base::date and v.series = 'LT'
where p.status = 'A' and p.district_code = any (:districts::text[]) and p.id = any (:ids::bigint[]) and coalesce(v.land_value, 0) = 0
union all
select null, d.code, 'W', 'OPEN', format('The year %s of district %s is not locked: its values can still change.', extract(year from :base::date), d.code)
from unnest(:districts::text[]) d (code)
where not exists (select from district_year y where y.district_code = d.code and y.base_date = :base::date and y.state <> 'OPEN')
order by 1, 4
