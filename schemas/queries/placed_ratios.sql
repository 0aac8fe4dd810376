-- The ratios of a study (docs/statistics.md) with the cell of the map that each lies in.
-- All that is told of an analysis goes through the list: nobody can tell how many a study has, so joined again they would be
-- looked through once for each.
-- uses: placed_analyses
with listed as (
  select array_agg(analysis_id order by analysis_id) as analyses, array_agg(sale_id order by analysis_id) as sales,
    array_agg(property_id order by analysis_id) as properties, array_agg(suburb order by analysis_id) as suburbs,
    array_agg(lat order by analysis_id) as lats, array_agg(lon order by analysis_id) as lons,
    array_agg(v order by analysis_id) as v, array_agg(s order by analysis_id) as s
  from placed_analyses
)
select a.analysis_id, a.sale_id, a.property_id, a.suburb, f.ratio, f.trimmed, z.zoom,
  case when a.lat is not null then map_column(a.lon, z.zoom) end as cell_column,
  case when a.lon is not null then map_row(a.lat, z.zoom) end as cell_row
from listed as l
cross join lateral (
  select *
  from unnest(l.analyses, l.sales, l.properties, l.suburbs, l.lats, l.lons)
    with ordinality as u (analysis_id, sale_id, property_id, suburb, lat, lon, i)
) as a
join lateral ratio_flags(l.v, l.s) as f using (i)
cross join (select least(15, greatest(12, coalesce(:cell::text, '15')::integer)) as zoom) as z
