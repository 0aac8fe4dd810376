-- Sales with what lists and records show of them: address, land value, whole price, rate.

select s.*,
  d.name as district_name,
  zone_name(s.zone_code, s.contract_date) as zone_name,
  p.status as property_status,
  extract(year from s.contract_date)::integer as contract_year,
  case when s.interest_pct is null then s.purchase_price::bigint
    else round(s.purchase_price::bigint * 100 / s.interest_pct)::bigint end as whole_price,
  round(s.purchase_price::bigint / nullif(s.area, 0), 4) as price_rate,
  k.land_value_lt,
  k.land_value_future,
  round(100.0 * k.land_value_lt::bigint / nullif(s.purchase_price::bigint, 0), 2) as value_price_pct,
  f.name as file_name,
  (select count(*)::integer from analysis a where a.sale_id = s.id) as analysis_count,
  (select max(a.id) from analysis a where a.sale_id = s.id) as analysis_id,
  p.lat,
  p.lon
from sale s
left join district d on d.code = s.district_code
left join property p on p.id = s.property_id
left join import_file f on f.id = s.file_id
left join property_in_force k on k.property_id = s.property_id
