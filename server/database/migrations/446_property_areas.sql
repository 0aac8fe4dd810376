-- Districts, zones and components have no borders of their own: their areas are the cells of the map in which their properties lie.
-- One that is spread out has wider cells: the finest in which, on the average, so many of its properties lie together (4 of a
-- component, 8 of a zone, 40 of a district). A cell belongs to the one that has most properties in it; one that has most nowhere keeps
-- all of its own. Windows and no joins: what is joined by district, code and zoom is taken for one row and looked for again and again.
create function property_areas(kind text)
returns table (district_code text, code text, properties bigint, cells text)
language sql stable parallel safe
begin atomic
  with placed as materialized (
    select p.district_code::text as district, case kind when 'component' then p.component_code when 'zone' then p.zone_code else '' end as code,
      map_column(p.lon, 17) as x, map_row(p.lat, 17) as y, count(*) as n
    from property as p
    where p.lat is not null and p.lon is not null and p.status <> 'X'
    group by 1, 2, 3, 4
  ), held as materialized (
    select q.district, q.code, z.zoom, q.x >> (17 - z.zoom) as x, q.y >> (17 - z.zoom) as y, sum(q.n) as n
    from placed as q
    cross join generate_series(12, 17) as z (zoom)
    where q.code is not null
    group by 1, 2, 3, 4, 5
  ), ranked as (
    select h.*, row_number() over (partition by zoom, x, y order by n desc, district, code) = 1 as leads
    from held as h
  ), summed as (
    select r.*, sum(n) over own as properties, bool_or(leads) over own as leads_any,
      sum(n) over own / count(*) over own >= case kind when 'component' then 4 when 'zone' then 8 else 40 end as together
    from ranked as r
    window own as (partition by district, code, zoom)
  ), sized as (
    select s.*, first_value(zoom) over (partition by district, code order by together desc, case when together then -zoom else zoom end) as best
    from summed as s
  )
  select district, code, properties::bigint, zoom || string_agg(' ' || x || ',' || y, '' order by y, x)
  from sized
  where zoom = best and (leads or not leads_any)
  group by district, code, properties, zoom;
end;
revoke execute on function property_areas from public;
grant execute on function property_areas to cadastre_reader, cadastre_writer;
comment on function property_areas is 'Areas of districts, zones (kind zone) or components (kind component) that the properties whoever asks may see lie in: a zoom, and the columns and rows of its cells.';
