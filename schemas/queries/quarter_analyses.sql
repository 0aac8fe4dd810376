-- Analysed sales around a base date, by the land value that they had at their contract: the adjusted one is moved already.
-- uses: component_factors
with factors as materialized (
  -- One key, because of three the planner takes the district alone.
  select district_code || ' ' || component_code || ' ' || synthetic as key, factor from component_factors
)
select a.analysis_id, a.district_code, coalesce(a.component_code, '') as component_code, c.description as component_description,
  a.contract_date, date_trunc('quarter', a.contract_date)::date as quarter,
  months_between(base_date_of(:year::integer), a.contract_date) as months, a.v0, n.analysed_lv::bigint as land_value,
  case when a.area > 0 and p.strata_lot is null and s.strata_lot is null then n.analysed_lv::bigint / a.area end as rate, f.factor
from ratio_sample(:year::integer) as a
join analysis as n on n.id = a.analysis_id
left join sale as s on s.id = a.sale_id
left join property as p on p.id = a.property_id
left join component as c on c.district_code = a.district_code and c.code = a.component_code and c.synthetic = n.synthetic
left join factors as f on f.key = a.district_code || ' ' || a.component_code || ' ' || n.synthetic
where a.district_code = any(:districts::text[])
  and a.in_standard
  and n.analysed_lv::bigint > 0
  and a.contract_date between make_date(:year::integer, 1, 1) and make_date(:year::integer + 1, 12, 31)
  and (:zones::text[] is null or a.zone_code = any(:zones::text[]))
  and (:components::text[] is null or a.component_code = any(:components::text[]))
  and (:valuers::bigint[] is null or c.valuer_id = any(:valuers::bigint[]))
