-- The value a square metre of each lot beside the median of its neighbours: lots of the component and of like area in its street,
-- where they are too few in its suburb.
-- uses: valued_lots
with options as materialized (
  select code, setting_number('inconsistent.area', r)::double precision / 100 as share, setting_number('inconsistent.least', r)::integer as least
  from unnest(:districts::text[]) as code
  cross join lateral contract_region_of(code) as r
), lots as materialized (
  -- Numbers for component, suburb and street, so that names are put in order once.
  select l.property_id, l.district_code, l.area, l.v1, l.rate, l.chosen, (dense_rank() over components)::integer as component,
    (dense_rank() over suburbs)::integer as suburb, case when l.street_name is not null then (dense_rank() over streets)::integer end as street
  from valued_lots as l
  where l.not_compared is null and l.suburb is not null
  window components as (order by l.district_code, l.component_code, l.synthetic),
    suburbs as (order by l.district_code, l.component_code, l.synthetic, l.suburb),
    streets as (order by l.district_code, l.component_code, l.synthetic, l.suburb, l.street_name)
), in_street as materialized (
  select g.ids[m.posn] as property_id, m.n, m.median
  from (select district_code, array_agg(property_id order by street, area, property_id) as ids,
      array_agg(street order by street, area, property_id) as streets, array_agg(area order by street, area, property_id) as areas,
      array_agg(rate order by street, area, property_id) as rates
    from lots
    where street is not null
    group by district_code) as g
  join options as o on o.code = g.district_code
  cross join lateral medians_alike(g.areas, g.rates, 1 - o.share, 1 + o.share, true, g.streets, o.least) as m
), in_suburb as (
  select g.ids[m.posn] as property_id, m.n, m.median
  from (select l.district_code, array_agg(l.property_id order by l.suburb, l.area, l.property_id) as ids,
      array_agg(l.suburb order by l.suburb, l.area, l.property_id) as suburbs, array_agg(l.area order by l.suburb, l.area, l.property_id) as areas,
      array_agg(l.rate order by l.suburb, l.area, l.property_id) as rates,
      array_agg(s.property_id is null order by l.suburb, l.area, l.property_id) as wanted
    from lots as l
    left join in_street as s on s.property_id = l.property_id
    group by l.district_code) as g
  join options as o on o.code = g.district_code
  cross join lateral medians_alike(g.areas, g.rates, 1 - o.share, 1 + o.share, true, g.suburbs, o.least, g.wanted) as m
), neighbours as (
  select property_id, n, median, 'Street' as place from in_street
  union all
  select property_id, n, median, 'Suburb' from in_suburb
)
select l.property_id, l.district_code, l.component, l.v1, l.rate, l.chosen, b.n as neighbours, b.median as their_rate, b.place as neighbours_of,
  l.rate / b.median as rate_ratio, abs(ln(l.rate / b.median)) as distance
from lots as l
join neighbours as b on b.property_id = l.property_id
