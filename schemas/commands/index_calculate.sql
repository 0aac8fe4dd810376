-- A region stands as the year of one of its LGAs, of one in tranche where there is one.
-- uses: regional_indices
with classes as (
  select distinct r.region_id, r.region, r.crown_class, r.crown_class_name, r.region_n, r.region_old, r.region_new, r.region_factor,
    i.id is not null as known, i.factor, coalesce(i.n_benchmarks, 0) as n, i.sum_old, i.sum_new
  from regional_indices as r
  left join regional_index as i on i.region_id = r.region_id and i.crown_class = r.crown_class and i.base_date = base_date_of(:year::integer + 1)
  where r.region_id > 0 and r.crown_class <> '' and (:region::bigint is null or r.region_id = :region::bigint)
), lgas as (
  select region_id, bool_and(seen and coalesce(district_code = any(app_work_districts()), true)) as whole, bool_and(closed is not null) as shut, min(closed) as closed
  from (select distinct r.region_id, r.district_code, r.seen,
      district_closed(r.district_code, base_date_of(:year::integer + 1)) as closed
    from regional_indices as r) as one
  group by region_id
), years as (
  select distinct on (d.region_id) d.region_id, y.id, y.version, y.district_code, y.base_date
  from (select distinct region_id, district_code from regional_indices) as d
  join district_year as y on y.district_code = d.district_code and y.base_date = base_date_of(:year::integer + 1)
  where y.district_code::text = any(:districts::text[]) and (:ids::bigint[] is null or y.id = any(:ids::bigint[]))
  order by d.region_id, y.in_tranche desc nulls last, y.district_code
)
select y.id, y.version, y.district_code, y.base_date,
  bool_and((k.region_n, k.region_old, k.region_new, k.region_factor) is not distinct from (k.n, k.sum_old::bigint, k.sum_new::bigint, k.factor)) as same,
  case when not app_may('clndU') then 'An index of Crown land is for who may change Crown land as well as annual values.'
    when not l.whole then 'You do not work in all LGAs of this region. Somebody who does calculates its index.'
    when l.shut then l.closed end as refused,
  k.region || ': ' || coalesce(string_agg(k.crown_class || ' ' || coalesce(trim_scale(k.region_factor)::text, 'none') || ' of ' || k.region_n
      || case k.region_n when 1 then ' benchmark' else ' benchmarks' end
      || case when k.factor is distinct from k.region_factor and k.known then ' (was ' || coalesce(trim_scale(k.factor)::text, 'none') || ')' else '' end,
    ', ' order by k.crown_class)
    filter (where k.region_n > 0 or k.n > 0), 'no benchmark') as note
from classes as k
join years as y on y.region_id = k.region_id
join lgas as l on l.region_id = k.region_id
group by y.id, y.version, y.district_code, y.base_date, k.region, l.whole, l.shut, l.closed
