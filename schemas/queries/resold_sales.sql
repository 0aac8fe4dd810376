-- Which sales of the window are of property that was sold before?
-- Consecutive sales of the same property (and strata lot), at least a month apart.
-- counts: sales by second_sale_id
select t.first_sale_id || '-' || t.id as key, t.property_id, t.strata_lot, t.district_code, t.zone_code, t.component_code,
  t.address, t.suburb, t.first_sale_id, t.id as second_sale_id,
  t.first_date, t.contract_date as second_date, t.first_price, t.purchase_price as second_price,
  months_between(t.first_date, t.contract_date) as months,
  t.purchase_price::double precision / t.first_price - 1 as total_change,
  resale_rate(t.first_price, t.purchase_price, months_between(t.first_date, t.contract_date)) as monthly_change,
  t.first_nature, t.nature as second_nature, t.nature is distinct from t.first_nature as improved_change
from (
  select id, property_id, strata_lot, district_code, zone_code, component_code, address, suburb, contract_date, purchase_price, nature,
    lag(id) over pair as first_sale_id, lag(contract_date) over pair as first_date,
    lag(purchase_price) over pair as first_price, lag(nature) over pair as first_nature
  from sale
  where status = 'A' and confirmed and property_id is not null and purchase_price > 0 and suitable is distinct from false
    and (interest_pct is null or interest_pct = 100) and not multi_property and contract_date >= '1900-01-01'
    and district_code = any(:districts::text[])
  window pair as (partition by property_id, coalesce(strata_lot, '') order by contract_date, id)
) as t
where t.first_sale_id is not null
  and months_between(t.first_date, t.contract_date) >= 1
  and t.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
    and coalesce(:to_date::date, sale_window_end(:year::integer))
