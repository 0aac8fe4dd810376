-- Sales by the population that counts them: received (every record, by file year), market (arm's length), standard (the office's own rule). Medians and counts read it.

-- received: every record received, repeats included, and sales that came by no file.
-- market: confirmed, whole interest, arm's length (not judged unsuitable), a dealing over one property.
-- standard: market, the property is active and in contract, and the price is not nominal by the company's own setting.
select 'received' as population, r.sale_id, r.district_code::text as district_code, r.property_id, r.suburb,
  r.zone_code, r.component_code, r.nature, r.purpose, r.contract_date, r.purchase_price::bigint as purchase_price,
  r.interest_pct, r.dealing_number, r.received_on, s.strata_lot, s.area, s.multi_property, s.sale_code, r.synthetic
from sale_receipt as r
left join sale as s on s.id = r.sale_id
union all
select 'received', s.id, s.district_code::text, s.property_id, s.suburb,
  s.zone_code, s.component_code, s.nature, s.purpose, s.contract_date, s.purchase_price::bigint,
  s.interest_pct, s.dealing_number, coalesce(s.download_at::date, s.settlement_date, s.contract_date),
  s.strata_lot, s.area, s.multi_property, s.sale_code, s.synthetic
from sale as s
where s.status = 'A' and not exists (select from sale_receipt as r where r.sale_id = s.id)
union all
select kind.population, s.id, s.district_code::text, s.property_id, s.suburb,
  s.zone_code, s.component_code, s.nature, s.purpose, s.contract_date, s.purchase_price::bigint,
  s.interest_pct, s.dealing_number, coalesce(s.download_at::date, s.settlement_date, s.contract_date),
  s.strata_lot, s.area, s.multi_property, s.sale_code, s.synthetic
from sale as s
left join property as p on p.id = s.property_id
cross join (values ('market'), ('standard')) as kind (population)
where s.status = 'A' and s.confirmed and coalesce(s.interest_pct, 100) = 100 and s.suitable is distinct from false
  and not s.multi_property and s.purchase_price > 0
  and (kind.population = 'market'
    or (p.status = 'A' and s.purchase_price >= (select setting_number('sale.nominal.price'))))
