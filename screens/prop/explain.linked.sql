select l.id as link_id, a.id, a.sale_id, l.property_id as benchmark_id, a.address, a.contract_date, a.purchase_price::bigint as purchase_price,
  l.comparison, l.difference, a.analysed_lv::bigint as analysed_lv,
  case v.base_date when lt_base_date() then a.alv_lt::bigint when future_base_date() then a.alv_future::bigint end as alv,
  coalesce(f.name || coalesce(', line ' || r.line_no, ''),
    case s.source when 'USER' then 'Entered by hand' else 'Before files were kept' end) as came_from,
  u.full_name as linked_by, l.created_at as linked_at, l.version
from property_value v
join property p on p.id = v.property_id
join property b on b.district_code = v.district_code and b.synthetic = v.synthetic
  and (b.id = v.property_id or (b.component_code = coalesce(v.factor_component, p.component_code) and b.benchmark_type = 'P'))
join analysis_benchmark l on l.property_id = b.id and l.base_date = v.base_date
join analysis_record a on a.id = l.analysis_id
join sale s on s.id = a.sale_id
left join import_file f on f.id = s.file_id
left join lateral (select k.line_no from sale_receipt k where k.sale_id = s.id and k.file_id = s.file_id order by k.line_no desc limit 1) r on true
left join app_user u on u.id = l.created_by
where v.id = :id::bigint and app_may('anlyV')
order by a.contract_date desc, a.id
