-- Properties with their values and last sale, as lists and records show them.

-- The joins are on unique keys, so a column that nobody asks for costs nothing; the sub-selects run per row shown.
select p.*,
  d.name as district_name,
  zone_name(p.zone_code) as zone_name,
  c.description as component_description,
  u.full_name as valuer_name,
  v0.land_value as land_value_lt,
  v1.land_value as land_value_future,
  vg.land_value as land_value_lg,
  round(100.0 * (v1.land_value::bigint - v0.land_value::bigint) / nullif(v0.land_value::bigint, 0), 2) as change_pct,
  round(coalesce(v1.land_value, v0.land_value)::bigint / nullif(p.area, 0), 4) as land_rate,
  v1.method as value_method,
  v1.factor_applied,
  (select s.id from sale s where s.property_id = p.id and s.status = 'A'
    order by s.contract_date desc nulls last, s.id desc limit 1) as last_sale_id,
  (select s.contract_date from sale s where s.property_id = p.id and s.status = 'A'
    order by s.contract_date desc nulls last, s.id desc limit 1) as last_sale_date,
  (select s.purchase_price::bigint from sale s where s.property_id = p.id and s.status = 'A'
    order by s.contract_date desc nulls last, s.id desc limit 1) as last_sale_price
from property p
left join district d on d.code = p.district_code
left join component c on c.district_code = p.district_code and c.code = p.component_code
  and c.synthetic = p.synthetic
left join app_user u on u.id = p.valuer_id
left join property_value v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = (select lt_base_date())
left join property_value v1 on v1.property_id = p.id and v1.series = 'LT'
  and v1.base_date = (select future_base_date())
left join property_value vg on vg.property_id = p.id and vg.series = 'LG' and vg.base_date = (select lt_base_date())
