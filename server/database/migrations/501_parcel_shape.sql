-- Shapes of properties. PostgreSQL has boxes and an index over them, and no land with holes and parts: a box finds what may meet
-- a tile, the rings say the rest.
create table parcel_shape (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  bounds box not null,
  rings bytea not null,
  area numeric(14, 1) not null check (area >= 0),
  in_force boolean not null default true,
  file_id bigint references import_file (id),
  line_no integer check (line_no > 0),
  synthetic boolean not null default false,
  check (length(rings) between 8 and 4000000),
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create unique index parcel_shape_in_force on parcel_shape (property_id) where in_force;
create index parcel_shape_property on parcel_shape (property_id);
create index parcel_shape_file on parcel_shape (file_id) where file_id is not null;
create index parcel_shape_bounds on parcel_shape using gist (bounds) where in_force;
select record_table('parcel_shape', 'district');
select record_permission('parcel_shape', 'propU');

-- Shapes in force whose box meets the area: boxes are not compared by index where row security comes first, so they are compared
-- with the owner's rights and under the table's own condition.
create function parcels_meeting(area box, most integer) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  found_ids bigint[];
begin
  execute format('select array(select id from parcel_shape where in_force and bounds && $1 and %s limit $2)',
    scope_condition('district')) into found_ids using area, most;
  return found_ids;
end $$;
revoke execute on function parcels_meeting from public;
grant execute on function parcels_meeting to cadastre_reader, cadastre_writer;

comment on table parcel_shape is 'Shapes of properties, as files brought them; one of a property is in force.';
comment on column parcel_shape.bounds is 'The box around the shape, in metres of Web Mercator (EPSG:3857).';
comment on column parcel_shape.rings is 'Its rings in centimetres of Web Mercator, as bytes of steps from corner to corner.';
comment on column parcel_shape.area is 'Square metres of the ground within the rings, on the ellipsoid.';
comment on column parcel_shape.in_force is 'Whether it is the one that is drawn; the newest is.';
comment on column parcel_shape.file_id is 'The file that brought it; none of the demo.';
comment on function parcels_meeting is 'Numbers of the shapes whose box meets an area, of those that whoever asks may see.';
