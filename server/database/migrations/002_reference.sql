-- Districts, zones, components, regions, reference lists, system parameters.

create table district (
  id bigint generated always as identity primary key,
  code district_code not null unique,
  name text not null,
  -- False for a district that was merged away; its code still occurs in older files.
  current boolean not null default true,
  valid_from date, valid_to date,
  successor_code text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);

-- A code's meaning depends on the date: E4 is Environmental Living until 2021, General Industrial from 2023.
create table zone (
  id bigint generated always as identity primary key,
  code text not null check (code ~ '^[A-Z0-9]{1,4}$'),
  name text not null,
  category text,
  legacy_letter text,
  valid_from date not null default date '1900-01-01',
  valid_to date not null default date '9999-12-31',
  cod_limit numeric(6,2),
  default_risk text,
  active boolean not null default true,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (code, valid_from),
  check (valid_from <= valid_to)
);

create table component (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  code text not null check (code ~ '^[A-Z0-9]{1,3}$'),
  zone_code text,
  description text,
  property_type text,
  valuer_id bigint,
  reviewed_on date,
  non_homogeneous boolean not null default false,
  handcrafted boolean not null default false,
  crown boolean not null default false,
  financial boolean not null default false,
  active boolean not null default true,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (district_code, code, synthetic)
);

create table contract_region (
  id bigint generated always as identity primary key,
  name text not null unique,
  report_banner text,
  contractor_code text,
  overdue_turnaround integer,
  target_turnaround integer,
  maximum_turnaround integer,
  contract_start date,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);

-- surrounding: a district whose records the region's users may search, without working on it.
create table region_district (
  id bigint generated always as identity primary key,
  region_id bigint not null references contract_region (id) on delete cascade,
  district_code district_code not null references district (code),
  surrounding boolean not null default false,
  unique (region_id, district_code)
);

create table reference_item (
  id bigint generated always as identity primary key,
  list text not null,
  code text not null,
  name text not null,
  active boolean not null default true,
  posn integer not null default 0,
  extra jsonb not null default '{}',
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (list, code)
);

create table sysparam (
  id bigint generated always as identity primary key,
  company bigint not null default 1,
  name text not null,
  value text,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  unique (company, name)
);

insert into sysparam (name, value) values
  ('CURRBASE', '2025-07-01'), ('COMPNAME', 'Cadastre'), ('GMAPIKEY', null), ('USETXTAI', '0'),
  ('NTFYMESS', '1'), ('SESSENBL', '1'), ('SESSMINS', '480'), ('NTFYANAS', '1'), ('NTFYEXPT', '1'),
  ('NTFYIMPT', '1'), ('NTFYSHSR', '1'), ('NTFYSTGE', '1'), ('NTFYSUAS', '1'), ('RVWSTAGE', '0');

-- The base date in force (the footer's LT year) and the one being worked on.
create function lt_base_date() returns date language sql stable parallel safe as $$
  select value::date from sysparam where company = 1 and name = 'CURRBASE'
$$;
create function future_base_date() returns date language sql stable parallel safe as $$
  select (lt_base_date() + interval '1 year')::date
$$;

-- The name a zone code had on a date, or had last before it; without a date, its latest.
create function zone_name(zone_code text, on_date date default null) returns text
language sql stable parallel safe as $$
  select z.name from zone z
  where z.code = zone_code and (on_date is null or z.valid_from <= on_date)
  order by z.valid_from desc limit 1
$$;
