select a.id as item, a.district_code, a.id as aid, a.property_id as pid, s.dealing_number as dealing, a.contract_date,
  a.purchase_price::bigint as price, trim_scale(a.interest_pct) as interest_pct, a.sale_code, a.suitability, trim_scale(a.area) as area,
  a.zone_code, a.component_code, a.added_value::bigint as added_value, a.analysed_lv::bigint as analysed_lv,
  trim_scale(a.monthly_pct) as monthly_pct, a.alv_lt::bigint as alv_lt, a.alv_future::bigint as alv_future,
  trim_scale(a.analysed_rate) as rate, u.full_name as valuer, u.api_no, a.inspection_date as inspected_on, a.analysis_date as analysed_on
from analysis a
left join sale s on s.id = a.sale_id
left join app_user u on u.id = a.valuer_id
where a.id = any (:ids::bigint[])
order by a.district_code, a.id
