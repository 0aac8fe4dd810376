-- Analyses of properties that have a place, with how their value stands to the land value.
select a.id, a.property_id, a.sale_id, a.address, a.contract_date, a.purchase_price, a.analysed_lv, a.suitability, a.ratio_lt,
  a.ratio_future, a.valuer_name, p.lat, p.lon
from analysis_record a
join property p on p.id = a.property_id
where p.lat is not null and app_may('anlyV')
