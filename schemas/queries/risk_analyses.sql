-- The analysed sales for which a property is rated 1-ANLYSALE.
with options as materialized (
  select code, setting_text('risk.analysale', contract_region_of(code)) as counts_by
  from unnest(:districts::text[]) as code
)
select a.id as analysis_id, a.property_id, a.district_code::text as district_code, a.exported, a.exported_on, a.analysis_date,
  coalesce(a.contract_date, s.contract_date) as contract_date
from analysis as a
join options as o on o.code = a.district_code
left join sale as s on s.id = a.sale_id
where coalesce(a.contract_date, s.contract_date) between sale_window_start(:year::integer) and sale_window_end(:year::integer)
  and (a.exported or o.counts_by = 'analysis' and a.analysis_date <= office_today())
