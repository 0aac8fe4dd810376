-- Land value greater than purchase price: sales of a whole interest in which the LT or the future land value of the
-- property exceeds what was paid.
-- counts: sales by sale_id
select s.id as sale_id, s.property_id, s.district_code, s.zone_code, s.component_code, s.address, s.suburb,
  s.contract_date, s.purchase_price, v0.land_value as v0, v1.land_value as v1,
  v0.land_value::double precision / nullif(s.purchase_price, 0) as ratio0,
  v1.land_value::double precision / nullif(s.purchase_price, 0) as ratio1,
  greatest(v0.land_value, v1.land_value) - s.purchase_price as excess,
  s.nature, s.sale_code, s.multi_property, s.confirmed, p.status as property_status,
  (select max(a.id) from analysis as a where a.sale_id = s.id) as analysis_id
from sale as s
join property as p on p.id = s.property_id
left join property_value as v0 on v0.property_id = s.property_id and v0.series = 'LT'
  and v0.base_date = make_date(:year::integer, 7, 1)
left join property_value as v1 on v1.property_id = s.property_id and v1.series = 'LT'
  and v1.base_date = make_date(:year::integer + 1, 7, 1)
where s.status = 'A' and s.purchase_price > 0
  and (v0.land_value > s.purchase_price or v1.land_value > s.purchase_price)
  and coalesce(s.interest_pct, 100) = 100
  and s.district_code = any(:districts::text[])
  and s.contract_date between coalesce(:from_date::date, sale_window_start(:year::integer))
    and coalesce(:to_date::date, sale_window_end(:year::integer))
  and (:zones::text[] is null or s.zone_code = any(:zones::text[]))
  and (:components::text[] is null or s.component_code = any(:components::text[]))
  and (:natures::text[] is null or s.nature = any(:natures::text[]))
  and (not coalesce(:analysed_only::boolean, false) or exists (select from analysis as a where a.sale_id = s.id))
