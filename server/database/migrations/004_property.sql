-- Properties, their lots and their values. id of a property is the state's PID.

create table property (
  id bigint primary key check (id > 0),
  district_code district_code not null references district (code),
  status text not null default 'A' check (status in ('A', 'X', 'O')),
  property_type text,
  prop_name text,
  unit_number text,
  hnum1_prefix text, hnum1 integer, hnum1_suffix text,
  hnum2_prefix text, hnum2 integer, hnum2_suffix text,
  street_name text,
  suburb text,
  postcode text check (postcode ~ '^[0-9]{4}$'),
  state text not null default 'NSW' check (state = 'NSW'),
  address text generated always as (address_of(null, unit_number, hnum1_prefix, hnum1, hnum1_suffix,
    hnum2_prefix, hnum2, hnum2_suffix, street_name, suburb, postcode)) stored,
  legal_description text,
  area numeric(16,3) check (area >= 0),
  area_unit char(1) not null default 'M' check (area_unit in ('M', 'H')),
  area_vg numeric(16,3),
  area_changed_at timestamptz, area_changed_by bigint,
  dimensions text,
  frontage numeric(10,2), depth numeric(10,2),
  zone_code text,
  component_code text,
  benchmark_type text check (benchmark_type in ('P', 'R', 'S')),
  benchmark_property_type text check (benchmark_property_type in ('RES', 'COM', 'IND', 'RUR', 'OTH')),
  subcategory text,
  land_use text,
  strata_plan text,
  strata_lot text,
  strata_lot_count integer,
  risk_rating text,
  valuer_id bigint,
  inspection_due date,
  handcrafted boolean not null default false,
  crown boolean not null default false,
  heritage boolean not null default false,
  s28_group text,
  internal_notes text,
  land_description text,
  values_rationale text,
  lat double precision check (lat between -90 and 90),
  lon double precision check (lon between -180 and 180),
  -- The file that made an out-of-contract property.
  file_id bigint,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  -- What lots and values copy, so that row security needs no join; the foreign keys keep the copies true.
  unique (id, district_code, synthetic)
);
create index property_district on property (district_code, component_code);
create index property_place on property (suburb, street_name, hnum1);
create index property_address on property using gin (address gin_trgm_ops);
create index property_name on property using gin (prop_name gin_trgm_ops);
create index property_zone on property (zone_code);
create index property_benchmark on property (district_code, benchmark_type) where benchmark_type is not null;
create index property_file on property (file_id) where file_id is not null;

create table legal_lot (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  synthetic boolean not null,
  lot text, section text, plan_type text, plan text,
  part boolean not null default false,
  tail text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create index legal_lot_property on legal_lot (property_id);
create index legal_lot_plan on legal_lot (plan, lot);

create table property_value (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  synthetic boolean not null,
  base_date base_date not null,
  series text not null default 'LT' check (series in ('LT', 'LG')),
  land_value aud check (land_value >= 0),
  authority_code text,
  basis_code text,
  onsite_allowance aud, offsite_allowance aud, subdivider_allowance aud, stratum_allowance aud,
  heritage_value aud,
  muaf_pct numeric(7,4), mdaf_pct numeric(7,4),
  unutilised_value aud, attributable_part aud,
  method text check (method in ('F', 'H', 'S', 'I', 'O')),
  factor_applied numeric(9,6),
  factor_component text,
  handcrafted boolean not null default false,
  risk_rating text,
  verification_type text, verified_on date, verified_by bigint,
  valid_from date,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (property_id, base_date, series),
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create index property_value_district on property_value (district_code, base_date, series);

-- A writer who names only the property gets the copies filled in; COPY names them and skips this.
create function fill_from_property() returns trigger language plpgsql as $$
begin
  select p.district_code, p.synthetic into new.district_code, new.synthetic
  from property p where p.id = new.property_id;
  return new;
end $$;
create trigger legal_lot_fill before insert on legal_lot for each row
  when (new.district_code is null or new.synthetic is null) execute function fill_from_property();
create trigger property_value_fill before insert on property_value for each row
  when (new.district_code is null or new.synthetic is null) execute function fill_from_property();
