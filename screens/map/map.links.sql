-- Sales that are linked to a benchmark in the LT year: where the sale lies, and where its benchmark does.
select l.id as link_id, l.property_id, l.analysis_id, a.sale_id, a.address, a.contract_date, a.purchase_price, a.analysed_lv,
  l.comparison, l.difference, s.lat, s.lon, p.lat as benchmark_lat, p.lon as benchmark_lon
from analysis_benchmark l
join property p on p.id = l.property_id
join analysis_record a on a.id = l.analysis_id
join property s on s.id = a.property_id
where l.base_date = lt_base_date() and p.lat is not null and s.lat is not null and app_may('anlyV')
