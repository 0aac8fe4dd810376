-- Values and sales on one axis: amounts per lot, or per square metre of those with an area.
select m.kind, m.key, m.benchmark_type, round(m.amount, case when :per::text = 'M2' then 2 else 0 end) as amount
from (
  select 'VALUE' as kind, p.id as key, b.benchmark_type,
    case when :per::text = 'M2' then v.land_value::numeric / nullif(p.area, 0) else v.land_value::numeric end as amount
  from property as p
  join property_value as v on v.property_id = p.id and v.series = 'LT' and v.base_date = base_date_of(:year::integer) and v.land_value > 0
  left join benchmark_year as b on b.property_id = p.id and b.base_date = v.base_date
  where p.district_code::text = :district::text and p.district_code::text = any(:districts::text[])
    and p.component_code = :comp::text and p.status = 'A'
  union all
  select 'SALE', s.analysis_id, null, case when :per::text = 'M2' then s.s1 / s.area else s.s1 end
  from value_sales(array[:district::text], :year::integer) as s
  where s.district_code = any(:districts::text[]) and s.component_code = :comp::text
) as m
where m.amount is not null
