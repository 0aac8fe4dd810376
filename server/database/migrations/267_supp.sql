-- Supps: supplementary valuations with the values that they give and the properties that belong to them.

create table supp (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  -- Of the property, as its lots and values have them.
  district_code district_code not null,
  synthetic boolean not null default false,
  supp_type text not null check (supp_type in ('PE', 'PX', 'PA', 'PZ', 'PR', 'PO')),
  reason_code text,
  vg_workflow text,
  batch text,
  received_on date not null,
  due_on date,
  authority_code text,
  basis_code text,
  -- What the property was when the supp came, and what it becomes when the supp is completed.
  old_area numeric(16,3), old_area_unit char(1), old_zone_code text, old_component_code text,
  old_address text, old_legal_description text,
  new_area numeric(16,3) check (new_area >= 0), new_area_unit char(1) check (new_area_unit in ('M', 'H')),
  new_zone_code text, new_component_code text, new_address text, new_legal_description text,
  transmit_status text not null default 'F' check (transmit_status in ('F', 'T', 'S', 'X')),
  stage text,
  assigned_to bigint references app_user (id),
  valuer_id bigint references app_user (id),
  inspected_on date,
  valuer_comment text,
  sent_on date,
  completed_on date,
  completion_reason text,
  -- The file that brought it.
  file_id bigint references import_file (id),
  line_no integer,
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
select record_table('supp', 'district');
select record_permission('supp', 'suppU');
create index supp_property_id on supp (property_id, district_code, synthetic);
create index supp_district on supp (district_code, transmit_status);
create index supp_assigned on supp (assigned_to);
create index supp_valuer on supp (valuer_id);
create index supp_file on supp (file_id);

-- A supp lies where its property lies.
create trigger supp_fill before insert on supp for each row
  when (new.district_code is null or new.synthetic is null) execute function fill_from_property();

-- One row for each base date and series that a value is required for; without a land value it is not valued yet.
create table supp_value (
  id bigint generated always as identity primary key,
  supp_id bigint not null references supp (id) on delete cascade,
  base_date base_date not null,
  series text not null default 'LT' check (series in ('LT', 'LG')),
  land_value aud check (land_value >= 0),
  basis_code text,
  onsite_allowance aud, offsite_allowance aud, subdivider_allowance aud, stratum_allowance aud,
  heritage_value aud,
  muaf_pct numeric(7,4), mdaf_pct numeric(7,4),
  unutilised_value aud, attributable_part aud,
  unique (supp_id, base_date, series)
);
select child_table('supp_value', 'supp');

-- Properties of a subdivision or a consolidation: those that go, and those that come.
create table supp_property (
  id bigint generated always as identity primary key,
  supp_id bigint not null references supp (id) on delete cascade,
  property_id bigint not null references property (id) on delete cascade,
  role text not null check (role in ('PARENT', 'CHILD', 'SELF')),
  unique (supp_id, property_id)
);
select child_table('supp_property', 'supp');
create index supp_property_of on supp_property (property_id);

-- Rules that ask other rows: docs/decisions/0141.
create function supp_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if after is null then return; end if;
  if before is null then
    return query select '/property_id', format('Property %s is cancelled. A cancelled property takes no supp.', p.id)
      from property p where p.id = (after ->> 'property_id')::bigint and p.status = 'X';
  end if;
  return query
    select format('/related/%s/property_id', r.n - 1), case
      when p.id is null then format('Property %s does not exist, or you may not see it.', r.row ->> 'property_id')
      when p.district_code <> after ->> 'district_code' then format('Property %s lies in another district.', p.id)
      else format('Property %s stands here twice.', p.id) end
    from (select row, n, row_number() over (partition by row ->> 'property_id' order by n) as place
      from jsonb_array_elements(after -> 'related') with ordinality e (row, n)) r
    left join property p on p.id = (r.row ->> 'property_id')::bigint
    where p.id is null or p.district_code <> after ->> 'district_code' or r.place > 1
    order by r.n;
  return query
    select format('/supp_values/%s/base_date', r.n - 1), case when r.place > 1 then 'This base date and series stand here twice.'
      else 'A base date is a 1 July.' end
    from (select row, n, row_number() over (partition by row ->> 'base_date', row ->> 'series' order by n) as place
      from jsonb_array_elements(after -> 'supp_values') with ordinality e (row, n)) r
    where r.place > 1 or r.row ->> 'base_date' !~ '-07-01$'
    order by r.n;
end $$;

-- What the roles that are shipped may do with supps.
insert into role_permission (role_id, perm)
select r.id, p.perm
from role r
join (values
  ('administrator', array['suppV', 'suppU']),
  ('valuer', array['suppV', 'suppU']),
  ('office', array['suppV', 'suppU']),
  ('contractor', array['suppV', 'suppU']),
  ('analyst', array['suppV'])
) g (role, perms) on g.role = r.name
cross join lateral unnest(g.perms) as p (perm)
on conflict do nothing;

-- Lists of an office that has its lists already; a new one has them from the seed.
insert into reference_item (list, code, name, posn)
select i.list, i.code, i.name, i.posn
from (values
  ('suppreason', 'SUBDIV', 'Subdivision', 1),
  ('suppreason', 'CONSOL', 'Consolidation', 2),
  ('suppreason', 'NEWLOT', 'New lot', 3),
  ('suppreason', 'AREA', 'Area corrected', 4),
  ('suppreason', 'BOUND', 'Boundary adjusted', 5),
  ('suppreason', 'REZONE', 'Rezoning', 6),
  ('suppreason', 'OBJECT', 'Objection decided', 7),
  ('suppreason', 'ALLOW', 'Allowance or concession', 8),
  ('suppreason', 'CANCEL', 'Property ceased', 9),
  ('suppreason', 'OTHER', 'Other', 10),
  ('stage', 'RECEIVED', 'Received', 1),
  ('stage', 'ASSIGNED', 'Assigned', 2),
  ('stage', 'INSPECTED', 'Inspected', 3),
  ('stage', 'VALUED', 'Valued', 4),
  ('stage', 'REVIEWED', 'Reviewed', 5)
) i (list, code, name, posn)
where exists (select from reference_item)
on conflict (list, code) do nothing;
update setting_kind set default_text = 'RECEIVED' where key = 'supp.import.stage';
