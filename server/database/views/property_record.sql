-- Properties with their values and last sale, as lists and records show them.

-- The joins are on unique keys, so a column that nobody asks for costs nothing.
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
  l.sale_id as last_sale_id,
  l.contract_date as last_sale_date,
  l.purchase_price as last_sale_price
from property p
left join district d on d.code = p.district_code
left join component c on c.district_code = p.district_code and c.code = p.component_code
  and c.synthetic = p.synthetic
left join app_user u on u.id = p.valuer_id
left join property_value v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = (select lt_base_date())
left join property_value v1 on v1.property_id = p.id and v1.series = 'LT'
  and v1.base_date = (select future_base_date())
left join property_value vg on vg.property_id = p.id and vg.series = 'LG' and vg.base_date = (select lt_base_date())
left join property_last_sale l on l.property_id = p.id
