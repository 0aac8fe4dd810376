-- Sales of properties that have a place.
select s.id, s.property_id, s.address, s.contract_date, s.purchase_price, s.area, s.area_unit, s.sale_code, s.suitable,
  s.zone_code, s.component_code, p.lat, p.lon
from sale s
join property p on p.id = s.property_id
where p.lat is not null and app_may('saleV')
