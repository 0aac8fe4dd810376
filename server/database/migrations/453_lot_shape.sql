-- Lots of the cadastre with their shapes. A lot belongs to a property; a stratum is one that lies over or under other lots.
create table lot_shape (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  lot text check (lot ~ '^[A-Z0-9]{1,10}$'),
  section text check (section ~ '^[A-Z0-9]{1,8}$'),
  plan_type text not null check (plan_type in ('DP', 'SP')),
  plan text not null check (plan ~ '^[1-9][0-9]{0,9}$'),
  label text generated always as (coalesce(lot, '') || '/' || coalesce(section, '') || '/' || plan_type || plan) stored,
  stratum boolean not null default false,
  stratum_level integer,
  bounds box not null,
  rings bytea not null,
  area numeric(14, 1) not null check (area >= 0),
  lat double precision not null,
  lon double precision not null,
  in_force boolean not null default true,
  file_id bigint references import_file (id),
  line_no integer check (line_no > 0),
  synthetic boolean not null default false,
  check (length(rings) between 8 and 4000000),
  check (lot is not null or plan_type = 'SP'),
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create unique index lot_shape_in_force on lot_shape (label) where in_force;
create index lot_shape_label on lot_shape (label);
create index lot_shape_plan on lot_shape (plan, lot) where in_force;
create index lot_shape_property on lot_shape (property_id);
create index lot_shape_file on lot_shape (file_id) where file_id is not null;
create index lot_shape_bounds on lot_shape using gist (bounds) where in_force;
select record_table('lot_shape', 'district');
select record_permission('lot_shape', 'propU');

-- As parcels_meeting: boxes are compared with the owner's rights and under the table's own condition.
create function lots_meeting(area box, most integer) returns bigint[]
language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  found_ids bigint[];
begin
  execute format('select array(select id from lot_shape where in_force and bounds && $1 and %s limit $2)',
    scope_condition('district')) into found_ids using area, most;
  return found_ids;
end $$;
revoke execute on function lots_meeting from public;
grant execute on function lots_meeting to cadastre_reader, cadastre_writer;

-- Lot 12 Sec 4 DP 758003, SP 65328.
create function lot_name(lot text, section text, plan_type text, plan text) returns text
language sql immutable parallel safe
return concat_ws(' ', 'Lot ' || lot, 'Sec ' || section, plan_type, plan);

-- Features of the lot layer as the reader gives them: 12/4/DP758003, 1//DP598704, //SP65328 for the land of a strata plan.
create function lot_lines(rows jsonb) returns table (
  line integer, given text, lot text, section text, plan_type text, plan text, label text, pid bigint, stratum boolean,
  stratum_level integer, bounds box, rings bytea, area numeric, lat double precision, lon double precision
) language sql stable
begin atomic
  select l.line, l.lotidstring, nullif(part[1], ''), nullif(part[2], ''), part[3], part[4],
    part[1] || '/' || part[2] || '/' || part[3] || part[4], nullif(l.propid, 0),
    coalesce(l.stratumlevel <> 0, upper(l.hasstratum) in ('1', 'Y', 'YES', 'TRUE'), false), nullif(l.stratumlevel, 0),
    (l.shape ->> 'bounds')::box, (l.shape ->> 'rings')::bytea, (l.shape ->> 'area')::numeric,
    (l.shape ->> 'lat')::double precision, (l.shape ->> 'lon')::double precision
  from jsonb_to_recordset(rows) as l (line integer, lotidstring text, propid bigint, hasstratum text, stratumlevel integer, shape jsonb)
  left join lateral (select regexp_match(upper(replace(l.lotidstring, ' ', '')),
    '^([A-Z0-9]{0,10})/([A-Z0-9]{0,8})/(DP|SP)0*([1-9][0-9]{0,9})$')) m (part) on part[1] <> '' or part[3] = 'SP';
end;

-- The property of each line's lot: the one that it names, else the first whose legal description has the lot, whole before in part.
create function lot_owners(rows jsonb) returns table (
  line integer, property_id bigint, district_code text, synthetic boolean, properties bigint
) language sql stable
begin atomic
  with owners as (
    select l.line, l.pid as property_id, false as part from lot_lines(rows) l where l.pid is not null
    union all
    select l.line, g.property_id, bool_and(coalesce(g.part, false)) from lot_lines(rows) l
    join legal_lot g on g.plan = l.plan and coalesce(g.plan_type, 'DP') = l.plan_type
      and (l.lot is null or (g.lot = l.lot and coalesce(g.section, '') = coalesce(l.section, '')))
    where l.pid is null group by l.line, g.property_id
  )
  select distinct on (o.line) o.line, p.id, p.district_code::text, p.synthetic, count(*) over (partition by o.line)
  from owners o join property p on p.id = o.property_id
  order by o.line, o.part, p.id;
end;

create function lots_import(of_file bigint, rows jsonb, options jsonb) returns table (
  line integer, district_code text, action text, item_id bigint, field text, old_value text, new_value text, message text
) language plpgsql set search_path = public, pg_temp as $$
#variable_conflict use_column
begin
  return query
    select f.line, o.district_code, 'error', o.property_id, null::text, null::text, null::text,
      case when f.label is null then format('“%s” is no lot and plan, as 12/4/DP758003 and 1//DP598704 are.', left(f.given, 40))
        else format('%s stands in the file twice.', lot_name(f.lot, f.section, f.plan_type, f.plan)) end
    from (
      select l.*, count(*) over (partition by l.label order by l.line) > 1
        or l.label in (select s.label from lot_shape s where s.file_id = of_file) as twice
      from lot_lines(rows) l) f
    left join lot_owners(rows) o on o.line = f.line
    where f.label is null or f.twice order by f.line limit 1;
  if found then return; end if;

  update lot_shape s set in_force = false, version = s.version + 1, updated_by = app_user_id()
  from lot_lines(rows) l join lot_owners(rows) o on o.line = l.line
  where s.label = l.label and s.in_force
    and (s.rings, s.property_id, s.stratum, coalesce(s.stratum_level, 0))
      <> (l.rings, o.property_id, l.stratum, coalesce(l.stratum_level, 0));

  insert into lot_shape (property_id, district_code, synthetic, lot, section, plan_type, plan, stratum, stratum_level,
    bounds, rings, area, lat, lon, file_id, line_no, created_by, updated_by)
  select o.property_id, o.district_code, o.synthetic, l.lot, l.section, l.plan_type, l.plan, l.stratum, l.stratum_level,
    l.bounds, l.rings, l.area, l.lat, l.lon, of_file, l.line, app_user_id(), app_user_id()
  from lot_lines(rows) l
  join lot_owners(rows) o on o.line = l.line
    and (app_work_districts() is null or o.district_code = any (app_work_districts()))
  where not exists (select from lot_shape s where s.label = l.label and s.in_force)
  order by l.line;

  return query
    select l.line, o.district_code,
      case when o.property_id is null then 'skipped' when s.id is null then 'same'
        when exists (select from lot_shape b where b.label = l.label and b.id < s.id) then 'changed' else 'new' end,
      o.property_id, null::text, null::text, null::text,
      case when o.property_id is null and l.pid is not null
          then format('The office does not have property %s. Nothing was taken.', l.pid)
        when o.property_id is null then format('No property has %s in its legal description. Nothing was taken.',
          lot_name(l.lot, l.section, l.plan_type, l.plan))
        when o.properties > 1 then format('%s properties have %s; it is drawn as that of property %s.', o.properties,
          lot_name(l.lot, l.section, l.plan_type, l.plan), o.property_id) end
    from lot_lines(rows) l
    left join lot_owners(rows) o on o.line = l.line
    left join lot_shape s on s.label = l.label and s.file_id = of_file
    order by l.line;
end $$;

-- Takes the lots of a file back: of each the newest that is left is in force again.
create function lots_import_undo(of_file bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  mine text[];
  written integer;
begin
  select array_agg(s.label) into mine from lot_shape s where s.file_id = of_file and s.in_force;
  delete from lot_shape s where s.file_id = of_file;
  get diagnostics written = row_count;
  update lot_shape s set in_force = true, version = s.version + 1, updated_by = app_user_id()
  where s.id in (select max(o.id) from lot_shape o where o.label = any (mine) group by o.label);
  return written;
end $$;

comment on table lot_shape is 'Lots with their shapes, as files brought them; one of each lot and plan is in force.';
comment on column lot_shape.property_id is 'The property that the lot belongs to.';
comment on column lot_shape.lot is 'Empty for the land of a strata plan as a whole.';
comment on column lot_shape.label is 'Lot, section and plan as the layer writes them: 12/4/DP758003.';
comment on column lot_shape.stratum is 'Whether it lies over or under other lots.';
comment on column lot_shape.stratum_level is 'Its level as the file says it; empty on the ground.';
comment on column lot_shape.bounds is 'The box around the shape, in metres of Web Mercator (EPSG:3857).';
comment on column lot_shape.rings is 'Its rings in centimetres of Web Mercator, as bytes of steps from corner to corner.';
comment on column lot_shape.area is 'Square metres of the ground within the rings, on the ellipsoid.';
comment on column lot_shape.lat is 'A place within it, in degrees.';
comment on column lot_shape.in_force is 'Whether it is the one that is drawn; the newest is.';
comment on column lot_shape.file_id is 'The file that brought it.';
comment on function lots_meeting is 'Numbers of the lots whose box meets an area, of those that whoever asks may see.';
comment on function lots_import is 'What a file brought of lots becomes those of properties.';
comment on function lots_import_undo is 'Takes back what a file brought of lots.';
