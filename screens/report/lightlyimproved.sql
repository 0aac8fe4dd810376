-- Which sales of nearly vacant land are there, the second-best evidence of land values?
-- Analysed sales of the window whose improvements are worth more than nothing and no more than the share of the price that the
-- office's option says.
-- counts: anlys by analysis_id
-- uses: ratio_analyses
with evidence as (
  select r.*, a.added_value::bigint as added_value, s.nature,
    round(r.purchase_price * 100 / coalesce(a.interest_pct, s.interest_pct, 100))::bigint as whole_price
  from ratio_analyses as r
  join analysis as a on a.id = r.analysis_id
  left join sale as s on s.id = r.sale_id
)
select analysis_id, sale_id, property_id, district_code, zone_code, component_code, address, contract_date, whole_price, added_value,
  added_value::numeric / nullif(whole_price, 0) as added_share, analysed_lv, alv_future,
  months_between(contract_date, base_date_of(:year::integer + 1)) as months_to_base, sale_code, nature, r1 as ratio1
from evidence
where added_value > 0
  and added_value::numeric / nullif(whole_price, 0)
    <= coalesce(:most_share::numeric, setting_number('lightly.share', contract_region_of(district_code)) / 100)
