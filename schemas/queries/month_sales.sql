-- The sales that the report of months counts. Strata and land without an area have no rate.
select date_trunc('month', case when :year_by::text = 'file' then c.received_on else c.contract_date end)::date as month,
  case when :type_by::text = 'category'
    then coalesce((select z.category from zone as z where z.code = c.zone_code
      and (c.contract_date is null or z.valid_from <= c.contract_date) order by z.valid_from desc limit 1), 'No zone')
    else coalesce(c.nature, '') end as property_type,
  c.sale_id, c.property_id, c.received_on, c.dealing_number, c.purchase_price,
  case when coalesce(c.strata_lot, '') = '' and c.area > 0 then c.purchase_price / c.area end as rate
from sale_counted as c
where c.population = coalesce(:population::text, 'standard')
  and c.district_code = any(:districts::text[])
  and case when :year_by::text = 'file' then c.received_on else c.contract_date end
    between date_trunc('month', coalesce(:from_date::date, sale_window_start(:year::integer)))::date - interval '1 month'
      and coalesce(:to_date::date, sale_window_end(:year::integer))
  and (:purpose::text is null or position(upper(:purpose::text) in upper(coalesce(c.purpose, ''))) > 0)
  and (:zones::text[] is null or c.zone_code = any(:zones::text[]))
  and (:components::text[] is null or c.component_code = any(:components::text[]))
