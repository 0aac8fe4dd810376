-- The value a square metre of each lot beside the median of its neighbours: lots of the component and of like area in its street,
-- where they are too few in its suburb.
-- uses: valued_lots
with options as materialized (
  select code, setting_number('inconsistent.area', r)::double precision / 100 as share, setting_number('inconsistent.least', r)::integer as least
  from unnest(:districts::text[]) as code
  cross join lateral contract_region_of(code) as r
), lots as materialized (
  -- All that the reports tell of a lot, so that none looks for it again.
  select property_id, district_code, address, zone_code, component_code, synthetic, suburb, street_name, area as told_area, area_unit,
    area::double precision as area, v1, rate, chosen
  from valued_lots
  where not_compared is null and suburb is not null
), in_street as materialized (
  select g.ids[m.posn] as property_id, m.n, m.median
  from (select district_code, array_agg(property_id order by area, property_id) as ids, array_agg(area order by area, property_id) as areas,
      array_agg(rate order by area, property_id) as rates
    from lots
    where street_name is not null
    group by district_code, component_code, synthetic, suburb, street_name) as g
  join options as o on o.code = g.district_code
  cross join lateral medians_alike(g.areas, g.rates, 1 - o.share, 1 + o.share, true) as m
  where cardinality(g.ids) > o.least and m.n >= o.least
), in_suburb as (
  select g.ids[m.posn] as property_id, m.n, m.median
  from (select l.district_code, array_agg(l.property_id order by l.area, l.property_id) as ids,
      array_agg(l.area order by l.area, l.property_id) as areas, array_agg(l.rate order by l.area, l.property_id) as rates,
      bool_or(s.property_id is null) as wanted
    from lots as l
    left join in_street as s on s.property_id = l.property_id
    group by l.district_code, l.component_code, l.synthetic, l.suburb) as g
  join options as o on o.code = g.district_code
  cross join lateral medians_alike(g.areas, g.rates, 1 - o.share, 1 + o.share, true) as m
  where g.wanted and cardinality(g.ids) > o.least and m.n >= o.least
)
select l.property_id, l.district_code, l.address, l.zone_code, l.component_code, l.synthetic, l.told_area as area, l.area_unit, l.v1,
  l.rate, l.chosen, coalesce(s.n, b.n) as neighbours,
  coalesce(s.median, b.median) as their_rate, case when s.property_id is null then 'Suburb' else 'Street' end as neighbours_of,
  l.rate / coalesce(s.median, b.median) as rate_ratio, abs(ln(l.rate / coalesce(s.median, b.median))) as distance
from lots as l
left join in_street as s on s.property_id = l.property_id
left join in_suburb as b on b.property_id = l.property_id
where coalesce(s.n, b.n) is not null
