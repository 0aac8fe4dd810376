-- Properties with their values and last sale, as lists and records show them.

-- The joins are on unique keys, so a column that nobody asks for costs nothing.
select p.*,
  d.name as district_name,
  zone_name(p.zone_code) as zone_name,
  c.description as component_description,
  u.full_name as valuer_name,
  k.land_value_lt,
  k.land_value_future,
  k.land_value_lg,
  k.change_pct,
  round(coalesce(k.land_value_future, k.land_value_lt)::bigint / nullif(p.area, 0), 4) as land_rate,
  k.value_method,
  k.factor_applied,
  l.sale_id as last_sale_id,
  l.contract_date as last_sale_date,
  l.purchase_price as last_sale_price
from property p
left join district d on d.code = p.district_code
left join component c on c.district_code = p.district_code and c.code = p.component_code
  and c.synthetic = p.synthetic
left join app_user u on u.id = p.valuer_id
left join property_in_force k on k.property_id = p.id
left join property_last_sale l on l.property_id = p.id
