-- Resales: consecutive sales of the same property (and strata lot), the second one in the window. Part interests,
-- dealings over several properties and pairs less than a month apart are left out. The monthly rate is compound.
-- counts: sales by second_sale_id
with sold as materialized (
  -- Of thirty years of sales only those of properties that were sold in the window are put in order.
  select distinct property_id
  from sale
  where property_id is not null
    and district_code = any(:districts::text[])
    and contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
      and coalesce(:to_date::date, sale_window_end(:year::integer))
), told as (
  select s.*, lag(s.id) over pair as first_sale_id, lag(s.contract_date) over pair as first_date,
    lag(s.purchase_price) over pair as first_price, lag(s.nature) over pair as first_nature
  from (
    select id, property_id, strata_lot, district_code, zone_code, component_code, address, suburb, contract_date, purchase_price, nature
    from sale
    where status = 'A' and confirmed and property_id is not null and purchase_price > 0 and suitable is distinct from false
      and (interest_pct is null or interest_pct = 100) and not multi_property and contract_date >= '1900-01-01'
      and district_code = any(:districts::text[])
    -- Read once, not looked for property by property, which takes longer over all districts.
    offset 0
  ) as s
  where s.property_id in (select property_id from sold)
  window pair as (partition by s.property_id, coalesce(s.strata_lot, '') order by s.contract_date, s.id)
)
select t.first_sale_id || '-' || t.id as key, t.property_id, t.strata_lot, t.district_code, t.zone_code, t.component_code,
  t.address, t.suburb, t.first_sale_id, t.id as second_sale_id,
  t.first_date, t.contract_date as second_date, t.first_price, t.purchase_price as second_price,
  months_between(t.first_date, t.contract_date) as months,
  t.purchase_price::double precision / t.first_price - 1 as total_change,
  resale_rate(t.first_price, t.purchase_price, months_between(t.first_date, t.contract_date)) as monthly_change,
  t.first_nature, t.nature as second_nature, t.nature is distinct from t.first_nature as improved_change
from told as t
where t.first_sale_id is not null
  and months_between(t.first_date, t.contract_date) >= 1
  and t.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
    and coalesce(:to_date::date, sale_window_end(:year::integer))
  and (:zones::text[] is null or t.zone_code = any(:zones::text[]))
  and (:components::text[] is null or t.component_code = any(:components::text[]))
  and (:natures::text[] is null or t.nature = any(:natures::text[]))
