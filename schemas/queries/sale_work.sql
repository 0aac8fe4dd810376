-- Sales received, by the day of the file; inspected, by the analysis and its valuer, without one by the sale, which names nobody;
-- analysed, by the analysis and its valuer. The zone is that of the property, else of the sale.
-- uses: report_months
with done as (
  select 'RECEIVED' as work, c.sale_id, c.received_on as on_date, null::bigint as person_id
  from sale_counted as c
  where c.population = 'received' and c.district_code = any(:districts::text[])
  union all
  select 'INSPECTED', sale_id, inspection_date, valuer_id
  from analysis
  where inspection_date is not null and district_code = any(:districts::text[])
  union all
  select 'INSPECTED', s.id, s.inspected_on, null
  from sale as s
  where s.inspected_on is not null and s.status = 'A' and s.district_code = any(:districts::text[])
    and not exists (select from analysis as a where a.sale_id = s.id and a.inspection_date is not null)
  union all
  select 'ANALYSED', sale_id, analysis_date, valuer_id
  from analysis
  where analysis_date is not null and district_code = any(:districts::text[])
)
select d.work, d.sale_id, d.on_date, d.person_id, m.*, d.on_date > m.today as later, coalesce(p.zone_code, s.zone_code, '') as zone_code
from done as d
join sale as s on s.id = d.sale_id
join report_months as m on m.district_code = s.district_code
left join property as p on p.id = s.property_id
where d.on_date >= m.window_start
  and (d.on_date < m.month_end or d.on_date > m.today)
  and (:zones::text[] is null or coalesce(p.zone_code, s.zone_code) = any(:zones::text[]))
  and (:components::text[] is null or coalesce(p.component_code, s.component_code) = any(:components::text[]))
