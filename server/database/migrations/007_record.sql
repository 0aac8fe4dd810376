-- What lists and record pages read: a row with what is computed from its neighbours.
-- The joins are on unique keys, so a column that nobody asks for costs nothing; the sub-selects run per row shown.

create view property_record with (security_invoker = true) as
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
left join property_value vg on vg.property_id = p.id and vg.series = 'LG' and vg.base_date = (select lt_base_date());

create view sale_record with (security_invoker = true) as
select s.*,
  d.name as district_name,
  zone_name(s.zone_code, s.contract_date) as zone_name,
  p.status as property_status,
  extract(year from s.contract_date)::integer as contract_year,
  case when s.interest_pct is null then s.purchase_price::bigint
    else round(s.purchase_price::bigint * 100 / s.interest_pct)::bigint end as whole_price,
  round(s.purchase_price::bigint / nullif(s.area, 0), 4) as price_rate,
  v0.land_value as land_value_lt,
  v1.land_value as land_value_future,
  round(100.0 * v0.land_value::bigint / nullif(s.purchase_price::bigint, 0), 2) as value_price_pct,
  f.name as file_name,
  (select count(*)::integer from analysis a where a.sale_id = s.id) as analysis_count,
  (select max(a.id) from analysis a where a.sale_id = s.id) as analysis_id
from sale s
left join district d on d.code = s.district_code
left join property p on p.id = s.property_id
left join import_file f on f.id = s.file_id
left join property_value v0 on v0.property_id = s.property_id and v0.series = 'LT'
  and v0.base_date = (select lt_base_date())
left join property_value v1 on v1.property_id = s.property_id and v1.series = 'LT'
  and v1.base_date = (select future_base_date());

create view analysis_record with (security_invoker = true) as
select a.*,
  d.name as district_name,
  zone_name(a.zone_code) as zone_name,
  u.full_name as valuer_name,
  p.address,
  p.suburb,
  p.status as property_status,
  p.zone_code as property_zone_code,
  p.component_code as property_component_code,
  v0.land_value as land_value_lt,
  v1.land_value as land_value_future,
  round(v0.land_value::bigint / nullif(a.alv_lt::numeric, 0), 6) as ratio_lt,
  round(v1.land_value::bigint / nullif(a.alv_future::numeric, 0), 6) as ratio_future,
  round(a.alv_lt::bigint / nullif(a.area, 0), 4) as alv_rate_lt,
  round(a.alv_future::bigint / nullif(a.area, 0), 4) as alv_rate_future
from analysis a
left join district d on d.code = a.district_code
left join app_user u on u.id = a.valuer_id
left join property p on p.id = a.property_id
left join property_value v0 on v0.property_id = a.property_id and v0.series = 'LT'
  and v0.base_date = (select lt_base_date())
left join property_value v1 on v1.property_id = a.property_id and v1.series = 'LT'
  and v1.base_date = (select future_base_date());

create view component_record with (security_invoker = true) as
select c.*,
  d.name as district_name,
  zone_name(c.zone_code) as zone_name,
  u.full_name as valuer_name,
  (select count(*)::integer from property p where p.district_code = c.district_code
    and p.component_code = c.code and p.synthetic = c.synthetic and p.status = 'A') as property_count
from component c
left join district d on d.code = c.district_code
left join app_user u on u.id = c.valuer_id;
