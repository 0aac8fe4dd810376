-- A row for each text that is lacking: the sections of the final report, and the market of each zone of five active properties.
with asked as (
  select d as district_code, make_date(:year::integer + 1, 7, 1) as base_date
  from unnest(:districts::text[]) as d where d = :district::text
), wanted as (
  select 'SUMMARY' as section, null::text as part, 1 as place
  union all select 'ISSUES', null, 2
  union all select 'IMPROVEMENTS', null, 3
  union all select 'PAIRED', null, 4
  union all (
    select 'MARKET', p.zone_code, 5 from property as p
    where p.district_code = (select district_code from asked) and p.status = 'A' and p.zone_code is not null
    group by p.zone_code having count(*) >= 5 order by p.zone_code)
  union all select 'VERIFIED', null, 6
  union all select 'QUALITY', null, 7
  union all select 'OBJECTIONS', null, 8
  union all select 'CERTIFICATION', null, 9
)
select 'distfinal' as report, a.district_code, a.base_date, w.section, w.part, b.text, b.base_date as carried_from
from asked as a
cross join wanted as w
left join lateral (
  select o.text, o.base_date from report_text as o
  where o.report = 'distfinal' and o.district_code = a.district_code and o.section = w.section
    and o.part is not distinct from w.part and o.base_date < a.base_date and o.text is not null
  order by o.base_date desc, o.id desc limit 1
) as b on true
where not exists (
  select from report_text as t
  where t.report = 'distfinal' and t.district_code = a.district_code and t.base_date = a.base_date and t.section = w.section
    and t.part is not distinct from w.part)
order by w.place, w.part
