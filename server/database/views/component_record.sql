-- Components with the names of their district, zone and valuer, their properties, and the year under work.

select c.*,
  d.name as district_name,
  zone_name(c.zone_code) as zone_name,
  u.full_name as valuer_name,
  (select count(*)::integer from property p where p.district_code = c.district_code
    and p.component_code = c.code and p.synthetic = c.synthetic and p.status = 'A') as property_count,
  y.factor,
  y.monthly_pct,
  y.n_applied,
  y.applied_on,
  y.report_status,
  (select min(b.property_id) from benchmark_year b where b.district_code = c.district_code and b.component_code = c.code
    and b.synthetic = c.synthetic and b.base_date = (select future_base_date()) and b.benchmark_type = 'P') as primary_id
from component c
left join district d on d.code = c.district_code
left join app_user u on u.id = c.valuer_id
left join component_year y on y.district_code = c.district_code and y.component_code = c.code and y.synthetic = c.synthetic
  and y.base_date = (select future_base_date())
