-- Years of work: of a district, of its components and of their benchmarks. A year is named by its base date, the one
-- that its values are of; what leads there from the base date before (a factor, an old value) stands in its row.

create table district_year (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  base_date base_date not null,
  state text not null default 'OPEN' check (state in ('OPEN', 'LOCKED', 'ROLLED')),
  general_valuation boolean not null default false,
  in_tranche boolean not null default false,
  locked_by bigint, locked_at timestamptz,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  constraint district_year_key unique (district_code, base_date, synthetic),
  check (state = 'OPEN' or locked_at is not null)
);
-- Locking is a step of the year's end, and until its page comes the server's own hands take it.
select record_table('district_year', 'district', '{}');

-- Who closed a year and when, as a sentence for whoever is refused; null while it is open. Without a data set any counts.
create function district_closed(of_district text, on_date date, of_synthetic boolean default null) returns text
language sql stable parallel safe
begin atomic
  select format('Values of district %s at %s are %s by %s since %s.', y.district_code,
    to_char(y.base_date, 'FMDD-Mon-YYYY'), case y.state when 'ROLLED' then 'rolled over' else 'locked' end,
    coalesce((select u.full_name from public.app_user u where u.id = y.locked_by), 'the office'),
    to_char(y.locked_at at time zone 'Australia/Sydney', 'FMDD-Mon-YYYY'))
  from public.district_year y
  where y.district_code = of_district and y.base_date = on_date and y.state <> 'OPEN'
    and (of_synthetic is null or y.synthetic = of_synthetic)
  order by y.state desc, y.id limit 1;
end;

-- Values by which the index of Crown land is made tell the classes apart.
alter table component add column crown_class text;

create table component_year (
  id bigint generated always as identity primary key,
  district_code district_code not null,
  component_code text not null,
  base_date base_date not null,
  factor numeric(9,6) check (factor > 0),
  applied_on date, applied_by bigint, n_applied integer check (n_applied >= 0),
  trend integer check (trend between -5 and 5),
  monthly_pct numeric(7,4) check (monthly_pct > -100),
  report_status text not null default 'DRAFT' check (report_status in ('DRAFT', 'REVIEW', 'DONE')),
  report_valuer_id bigint,
  comments jsonb check (jsonb_typeof(comments -> 'blocks') = 'array'),
  handcrafted boolean not null default false,
  carried_from base_date,
  last_link_on date,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  constraint component_year_key unique (district_code, component_code, base_date, synthetic),
  foreign key (district_code, component_code, synthetic) references component (district_code, code, synthetic)
    on update cascade on delete cascade
);
select record_table('component_year');

-- A property is one benchmark a year. Several of type P in a component are a fault that reports find, not one of the table.
create table benchmark_year (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  component_code text not null,
  base_date base_date not null,
  type text not null check (type in ('P', 'R', 'S')),
  lv_old aud check (lv_old >= 0), lv_new aud check (lv_new >= 0),
  comment text,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  constraint benchmark_year_key unique (property_id, base_date),
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade,
  foreign key (district_code, component_code, synthetic) references component (district_code, code, synthetic)
    on update cascade on delete cascade
);
create index benchmark_year_component on benchmark_year (district_code, component_code, base_date);
select record_table('benchmark_year');

-- Crown land moves by the benchmarks of its region and class, or by what its own LGA is given instead.
create table regional_index (
  id bigint generated always as identity primary key,
  region_id bigint not null references contract_region (id) on delete cascade,
  crown_class text not null,
  base_date base_date not null,
  factor numeric(9,6) check (factor > 0),
  n_benchmarks integer not null default 0 check (n_benchmarks >= 0),
  sum_old aud, sum_new aud,
  constraint regional_index_key unique (region_id, crown_class, base_date)
);
select record_table('regional_index', 'all', '{}');

create table lga_index (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  crown_class text not null,
  base_date base_date not null,
  custom_factor numeric(9,6) check (custom_factor > 0),
  applied_on date, applied_by bigint,
  synthetic boolean not null default false,
  constraint lga_index_key unique (district_code, crown_class, base_date, synthetic)
);
select record_table('lga_index');

comment on table district_year is 'The state of a district''s year: open, locked or rolled over, by its base date.';
comment on table component_year is 'A component''s year by its base date: the factor from the base date before, the monthly adjustment, the trend and the report.';
comment on table benchmark_year is 'Benchmarks of a component by base date, with the value before and the new one.';
comment on table regional_index is 'Index of a region and class of Crown land, from Σ old and Σ new of its benchmarks.';
comment on table lga_index is 'What an LGA is given instead of its region''s index.';
comment on column component_year.factor is 'From the base date before to this one.';
comment on column component_year.monthly_pct is 'Time adjustment of sales, per cent a month.';
comment on column component_year.trend is 'Step of the trend, -5 to 5; its words are the codes of trend.';
comment on column benchmark_year.lv_old is 'Land value (LT) at the base date before.';
comment on column component.crown_class is 'Valuation class of a Crown component; the index is made by class.';
comment on function district_closed is 'Who locked or rolled over the year of a district and when, as a sentence; null while it is open.';
