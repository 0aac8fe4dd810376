-- The years of a component: its factor, what it was applied to, and by how much its values moved on average.
select extract(year from y.base_date)::integer as base_year, y.factor, y.factor - 1 as factor_change,
  (select avg(v1.land_value::numeric / v0.land_value::bigint - 1)
    from property_value v1
    join property_value v0 on v0.property_id = v1.property_id and v0.series = 'LT'
      and v0.base_date = (y.base_date - interval '1 year')::date and v0.land_value > 0
    join property p on p.id = v1.property_id and p.status = 'A'
    where v1.series = 'LT' and v1.base_date = y.base_date and v1.land_value > 0
      and p.district_code = y.district_code and p.component_code = y.component_code and p.synthetic = y.synthetic) as mean_change,
  y.monthly_pct, y.trend::text as trend_step, y.applied_on, u.full_name as applied_by_name, y.n_applied, y.report_status
from component_year y
left join app_user u on u.id = y.applied_by
where y.district_code = :district::text and y.component_code = :component::text and y.district_code = any(:districts::text[])
order by y.base_date desc
