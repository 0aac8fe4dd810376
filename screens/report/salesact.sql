-- Sales activity: of the sales of a month and zone, how many are confirmed, inspected, analysed, judged suitable and
-- exported by now. The month is that of the contract or of the file; every count is a set of sales.
-- counts: sales by sale_id
with followed as (
  select s.id as sale_id, date_trunc('month', d.day)::date as month, coalesce(s.zone_code, '') as zone_code, s.contract_date,
    s.confirmed, s.inspected_on is not null or coalesce(a.inspected, false) as inspected,
    coalesce(a.analysed, false) as analysed, coalesce(a.suitable, false) as suitable,
    coalesce(a.exported, false) as exported
  from sale as s
  cross join lateral (
    select case when :year_by::text = 'file' then coalesce(s.download_at::date, s.settlement_date, s.contract_date)
      else s.contract_date end as day
  ) as d
  left join (
    select sale_id, true as analysed, bool_or(inspection_date is not null) as inspected,
      bool_or(suitability in ('IN', 'OUT')) as suitable, bool_or(exported) as exported
    from analysis
    where sale_id is not null
    group by sale_id
  ) as a on a.sale_id = s.id
  where s.status = 'A'
    and s.district_code = any(:districts::text[])
    and d.day between coalesce(:from_date::date, sale_window_start(:year::integer))
      and coalesce(:to_date::date, sale_window_end(:year::integer))
    and (:zones::text[] is null or s.zone_code = any(:zones::text[]))
    and (:components::text[] is null or s.component_code = any(:components::text[]))
)
select month || ' ' || zone_code as key, month, zone_code,
  case when zone_code = '' then 'No zone' else coalesce(
    zone_name(zone_code, percentile_disc(0.5) within group (order by contract_date)), zone_name(zone_code)) end as zone_name,
  count(*)::integer as received,
  count(*) filter (where confirmed)::integer as confirmed,
  count(*) filter (where inspected)::integer as inspected,
  count(*) filter (where analysed)::integer as analysed,
  count(*) filter (where suitable)::integer as suitable,
  count(*) filter (where exported)::integer as exported,
  greatest(month, coalesce(:from_date::date, sale_window_start(:year::integer))) as from_date,
  least((month + interval '1 month')::date - 1, coalesce(:to_date::date, sale_window_end(:year::integer))) as to_date
from followed
group by month, zone_code
