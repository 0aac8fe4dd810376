-- The analysed sales that the values are held against, with their benchmarks.
select s.analysis_id, s.sale_id, s.address, s.contract_date, s.purchase_price, s.sale_code, s.area, s.s1, round(s.s1 / s.area, 2) as s1_rate,
  s.v1, s.v1::double precision / s.s1 as sale_ratio, l.benchmarks, coalesce(l.n, 0) as links_n,
  case when :per::text = 'M2' then s.s1 / s.area else s.s1 end as measure
from value_sales(array[:district::text], :year::integer) as s
left join lateral (
  select count(*)::integer as n,
    string_agg(concat_ws(' ', b.benchmark_type, l.property_id || case when l.comparison is null then '' else ':' end,
      case l.comparison when 'SUP' then 'superior' when 'INF' then 'inferior' when 'COM' then 'comparable' end), ', '
      order by array_position(array['P', 'R', 'S'], b.benchmark_type), l.property_id) as benchmarks
  from analysis_benchmark as l
  left join benchmark_year as b on b.property_id = l.property_id and b.base_date = l.base_date
  where l.analysis_id = s.analysis_id and l.base_date = base_date_of(:year::integer)
) as l on true
where s.district_code = any(:districts::text[]) and s.component_code = :comp::text
order by measure, s.analysis_id
