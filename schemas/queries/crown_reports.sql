-- Active Crown components with the parts of their report of the year under work.
with year_of as (
  select district_code, component_code, synthetic, report_status, report_valuer_id, factor,
    coalesce(trim(rich_text_plain(comments)), '') <> '' as commented
  from component_year
  where base_date = base_date_of(:year::integer + 1) and district_code = any(:districts::text[])
), benchmark as (
  select district_code, component_code, synthetic, min(property_id) as property_id
  from benchmark_record
  where base_date = base_date_of(:year::integer + 1) and district_code = any(:districts::text[])
    and benchmark_type = 'P' and property_status = 'A'
  group by district_code, component_code, synthetic
), link as (
  select district_code, component_code, synthetic, count(distinct analysis_id)::integer as links
  from analysis_benchmark
  where base_date = base_date_of(:year::integer + 1) and district_code = any(:districts::text[])
  group by district_code, component_code, synthetic
), judged as (
  select c.id as component_id, c.district_code::text as district_code, c.synthetic, d.name as district, c.code as component_code,
    c.description as component_description, case when c.financial then 'FIN' else coalesce(c.crown_class, '') end as crown_class,
    y.report_status, u.full_name as report_valuer, coalesce(y.commented, false) as commented, b.property_id as primary_id,
    coalesce(l.links, 0) as links, y.factor
  from component as c
  join district as d on d.code = c.district_code
  left join year_of as y on y.district_code = c.district_code and y.component_code = c.code and y.synthetic = c.synthetic
  left join app_user as u on u.id = y.report_valuer_id
  left join benchmark as b on b.district_code = c.district_code and b.component_code = c.code and b.synthetic = c.synthetic
  left join link as l on l.district_code = c.district_code and l.component_code = c.code and l.synthetic = c.synthetic
  where c.crown
    and c.active
    and c.district_code = any(:districts::text[])
    and (:components::text[] is null or c.code = any(:components::text[]))
    and (:valuers::bigint[] is null or coalesce(y.report_valuer_id, c.valuer_id) = any(:valuers::bigint[]))
)
select *, nullif(concat_ws(', ', case when report_status is null then 'report' end, case when report_valuer is null then 'valuer' end,
    case when not commented then 'comments' end, case when primary_id is null then 'primary benchmark' end,
    case when links = 0 then 'linked sales' end, case when factor is null then 'factor' end), '') as missing_parts
from judged
