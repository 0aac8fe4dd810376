-- Shapes by file: each becomes the one in force of its property, the one before is kept beside it.
alter table parcel_shape add column placed boolean not null default false;
comment on column parcel_shape.placed is 'Whether the property got its place by it, having none before.';

-- Features as the reader gives them.
create function parcel_lines(rows jsonb) returns table (
  line integer, pid bigint, bounds box, rings bytea, area numeric, lat double precision, lon double precision
) language sql stable
begin atomic
  select l.line, nullif(l.propid, 0), (l.shape ->> 'bounds')::box, (l.shape ->> 'rings')::bytea, (l.shape ->> 'area')::numeric,
    (l.shape ->> 'lat')::double precision, (l.shape ->> 'lon')::double precision
  from jsonb_to_recordset(rows) as l (line integer, propid bigint, shape jsonb);
end;

create function parcels_import(of_file bigint, rows jsonb, options jsonb) returns table (
  line integer, district_code text, action text, item_id bigint, field text, old_value text, new_value text, message text
) language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
#variable_conflict use_column
begin
  return query
    select f.line, p.district_code::text, 'error', f.pid, null::text, null::text, null::text,
      format('Property %s stands in the file twice.', f.pid)
    from (
      select l.line, l.pid, count(*) over (partition by l.pid order by l.line) > 1
        or l.pid in (select s.property_id from parcel_shape s where s.file_id = of_file) as twice
      from parcel_lines(rows) l where l.pid is not null) f
    left join property p on p.id = f.pid
    where f.twice order by f.line limit 1;
  if found then return; end if;

  update parcel_shape s set in_force = false, version = s.version + 1, updated_by = app_user_id()
  from parcel_lines(rows) l
  where s.property_id = l.pid and s.in_force and s.rings <> l.rings;

  with places as (
    update property p set lat = l.lat, lon = l.lon, version = p.version + 1, updated_by = app_user_id()
    from parcel_lines(rows) l
    where p.id = l.pid and (p.lat is null or p.lon is null)
      and (app_work_districts() is null or p.district_code::text = any (app_work_districts()))
    returning p.id, p.version, p.district_code, p.synthetic, l.lat, l.lon
  ), told as (
    insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
    select app_user_id(), 'property', c.id, 'update', c.version - 1, jsonb_build_object(
      'lat', jsonb_build_object('old', null, 'new', c.lat), 'lon', jsonb_build_object('old', null, 'new', c.lon)),
      c.district_code, c.synthetic
    from places c
  )
  insert into parcel_shape (property_id, district_code, synthetic, bounds, rings, area, file_id, line_no, placed, created_by, updated_by)
  select p.id, p.district_code, p.synthetic, l.bounds, l.rings, l.area, of_file, l.line, c.id is not null, app_user_id(), app_user_id()
  from parcel_lines(rows) l
  join property p on p.id = l.pid and (app_work_districts() is null or p.district_code::text = any (app_work_districts()))
  left join places c on c.id = p.id
  where not exists (select from parcel_shape s where s.property_id = p.id and s.in_force)
  order by l.line;

  return query
    select l.line, p.district_code::text,
      case when p.id is null then 'skipped' when s.id is null then 'same'
        when exists (select from parcel_shape o where o.property_id = p.id and o.id < s.id) then 'changed' else 'new' end,
      p.id, null::text, null::text, null::text,
      case when l.pid is null then 'The feature has no PID. Nothing was taken.'
        when p.id is null then format('The office does not have property %s. Nothing was taken.', l.pid)
        when s.placed then 'Nobody knew where the property lies; its place is in the shape now.' end
    from parcel_lines(rows) l
    left join property p on p.id = l.pid
    left join parcel_shape s on s.property_id = p.id and s.file_id = of_file
    order by l.line;
end $$;

-- Takes the shapes of a file back: the newest that is left of each property is in force again.
create function parcels_import_undo(of_file bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  mine bigint[];
  unplaced bigint[];
  written integer;
begin
  select array_agg(s.property_id) filter (where s.in_force), array_agg(s.property_id) filter (where s.placed)
  into mine, unplaced from parcel_shape s where s.file_id = of_file;
  delete from parcel_shape s where s.file_id = of_file;
  get diagnostics written = row_count;
  update parcel_shape s set in_force = true, version = s.version + 1, updated_by = app_user_id()
  where s.id in (select max(o.id) from parcel_shape o where o.property_id = any (mine) group by o.property_id);
  with places as (
    update property p set lat = null, lon = null, version = p.version + 1, updated_by = app_user_id()
    from (select o.id, o.lat, o.lon from property o where o.id = any (unplaced)
      and not exists (select from parcel_shape s where s.property_id = o.id)) was
    where p.id = was.id returning p.id, p.version, p.district_code, p.synthetic, was.lat, was.lon
  )
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  select app_user_id(), 'property', c.id, 'update', c.version - 1, jsonb_build_object(
    'lat', jsonb_build_object('old', c.lat, 'new', null), 'lon', jsonb_build_object('old', c.lon, 'new', null)),
    c.district_code, c.synthetic
  from places c;
  return written;
end $$;

comment on function parcels_import is 'What a file brought of shapes becomes the properties''.';
comment on function parcels_import_undo is 'Takes back what a file brought of shapes.';
