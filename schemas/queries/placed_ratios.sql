-- The ratios of a study (docs/statistics.md) with the cell of the map that each lies in.
-- uses: ratio_analyses, placed_analyses
with listed as (
  select array_agg(analysis_id order by analysis_id) as ids,
    array_agg(v order by analysis_id) as v, array_agg(s order by analysis_id) as s
  from ratio_analyses
  where v > 0 and s > 0
), flagged as materialized (
  select p.analysis_id, f.ratio, f.trimmed
  from listed as l
  cross join lateral (select * from unnest(l.ids) with ordinality as u (analysis_id, i)) as p
  join lateral ratio_flags(l.v, l.s) as f using (i)
), size as (
  select least(15, greatest(12, coalesce(:cell::text, '15')::integer)) as zoom
)
select a.analysis_id, a.sale_id, a.property_id, a.suburb, f.ratio, f.trimmed, z.zoom,
  map_column(p.lon, z.zoom) as cell_column, case when p.lat is not null then map_row(p.lat, z.zoom) end as cell_row
from ratio_analyses as a
join flagged as f using (analysis_id)
left join placed_analyses as p using (analysis_id)
cross join size as z
