-- Which near sales are no comparables, and why?
select sale_id, analysis_id, property_id, address, contract_date, purchase_price, area, zone_code, component_code, km as km_away,
  steps as steps_apart, reason as why_not, detail as why_detail
from comparables_refused(:property::bigint, :analysis::bigint)
order by km, sale_id
limit 1000
