select a.id, a.sale_id, a.address, a.contract_date, a.purchase_price::bigint as purchase_price, a.analysed_lv::bigint as analysed_lv,
  a.alv_lt::bigint as alv_lt, a.alv_future::bigint as alv_future, a.suitability, a.valuer_name, a.analysis_date, a.version,
  a.property_id = v.property_id as own
from property_value v
join property p on p.id = v.property_id
join analysis_record a on a.district_code = v.district_code and a.component_code = coalesce(v.factor_component, p.component_code)
  and a.synthetic = v.synthetic
where v.id = :id::bigint and a.suitability in ('IN', 'OUT')
  and a.contract_date between v.base_date - interval '2 years' and v.base_date + interval '6 months'
order by (a.property_id = v.property_id) desc, a.contract_date desc
