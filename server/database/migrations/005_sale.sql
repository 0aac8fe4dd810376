-- Sales as received, their conflicts, and the analyses made of them.

create table import_file (
  id bigint generated always as identity primary key,
  name text not null,
  archive text,
  kind text not null default 'PSI',
  layout text,
  size bigint,
  sha256 text,
  districts text[] not null default '{}',
  download_at timestamp,
  state text not null default 'queued'
    check (state in ('queued', 'processing', 'done', 'failed', 'cancelled', 'undone', 'dry_run')),
  read_count integer not null default 0,
  new_count integer not null default 0,
  changed_count integer not null default 0,
  same_count integer not null default 0,
  conflict_count integer not null default 0,
  error_count integer not null default 0,
  skipped_count integer not null default 0,
  problem text,
  options jsonb not null default '{}',
  job_id bigint,
  uploaded_at timestamptz not null default now(), uploaded_by bigint,
  finished_at timestamptz,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);
create index import_file_sha on import_file (sha256);
create index import_file_state on import_file (state, id);

create table import_log (
  id bigint generated always as identity primary key,
  file_id bigint not null references import_file (id) on delete cascade,
  line_no integer,
  district_code text,
  item_type text,
  item_id bigint,
  action text not null,
  field text,
  old_value text,
  new_value text,
  message text,
  severity text not null default 'info' check (severity in ('info', 'warning', 'error')),
  created_at timestamptz not null default now()
);
create index import_log_file on import_log (file_id, line_no, id);
create index import_log_item on import_log (item_type, item_id);

create table sale (
  id bigint generated always as identity primary key,
  source text not null default 'USER' check (source in ('USER', 'LPI', 'OSR')),
  status text not null default 'A' check (status in ('A', 'X')),
  district_code district_code not null references district (code),
  -- Blank in a few real records.
  property_id bigint,
  sale_counter integer,
  file_id bigint references import_file (id),
  first_file_id bigint references import_file (id),
  -- Download time of the record that won (file header's or the record's own), as written, Sydney time.
  download_at timestamp,
  prop_name text,
  unit_number text,
  house_number text,
  street_name text,
  suburb text,
  postcode text,
  state text not null default 'NSW' check (state = 'NSW'),
  address text generated always as
    (address_line(null, unit_number, house_number, street_name, suburb, postcode)) stored,
  contract_date date,
  settlement_date date,
  purchase_price aud check (purchase_price >= 0),
  -- null: the whole.
  interest_pct numeric(7,4) check (interest_pct > 0 and interest_pct <= 100),
  nature text check (nature in ('V', 'R', '3')),
  purpose text,
  strata_lot text,
  zone_code text,
  component_code text,
  sale_code text,
  dealing_number text,
  area numeric(16,3) check (area >= 0),
  area_unit char(1) not null default 'M' check (area_unit in ('M', 'H')),
  dimensions text,
  legal_description text,
  vendors text[] not null default '{}',
  purchasers text[] not null default '{}',
  -- One dealing over several properties carries its full price on every one: never sum these.
  multi_property boolean not null default false,
  dealing_size integer not null default 1,
  confirmed boolean not null default true,
  suitable boolean,
  inspected_on date,
  conflict boolean not null default false,
  internal_notes text,
  -- (property, strata lot, dealing); without a property the address stands for it, without a dealing the date.
  natural_key text generated always as (
    coalesce('P' || property_id::text, 'A' || district_code || '/'
      || upper(address_line(prop_name, unit_number, house_number, street_name, suburb, null)))
    || '|' || coalesce(strata_lot, '')
    || '|' || coalesce(nullif(dealing_number, ''),
      'D' || coalesce((contract_date - date '1900-01-01')::text, '') || '/' || coalesce(purchase_price::text, ''))
  ) stored,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);
create unique index sale_natural_key on sale (natural_key);
create index sale_property on sale (property_id, contract_date desc);
create index sale_district on sale (district_code, contract_date);
create index sale_dealing on sale (dealing_number);
create index sale_contract on sale (contract_date);
create index sale_component on sale (district_code, component_code);
create index sale_suburb on sale (suburb);
create index sale_file on sale (file_id);
create index sale_first_file on sale (first_file_id);
create index sale_address on sale using gin (address gin_trgm_ops);

create table sale_conflict (
  id bigint generated always as identity primary key,
  sale_id bigint not null references sale (id) on delete cascade,
  district_code district_code not null,
  synthetic boolean not null default false,
  file_id bigint references import_file (id),
  line_no integer,
  download_at timestamp,
  fields text[] not null,
  existing jsonb not null,
  incoming jsonb not null,
  state text not null default 'open' check (state in ('open', 'keep', 'replace', 'merge')),
  decided_by bigint, decided_at timestamptz,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);
create index sale_conflict_sale on sale_conflict (sale_id);
create index sale_conflict_state on sale_conflict (state, district_code);
create index sale_conflict_file on sale_conflict (file_id);

create table analysis (
  id bigint generated always as identity primary key,
  sale_id bigint references sale (id),
  property_id bigint references property (id),
  district_code district_code not null references district (code),
  zone_code text,
  component_code text,
  valuer_id bigint,
  inspection_date date,
  analysis_date date,
  contract_date date,
  sale_code text,
  purchase_price aud,
  interest_pct numeric(7,4) check (interest_pct > 0 and interest_pct <= 100),
  area numeric(16,3) check (area >= 0),
  area_unit char(1) not null default 'M' check (area_unit in ('M', 'H')),
  suitability text check (suitability in ('IN', 'OUT', 'NO')),
  suitability_reason text,
  circumstances_adjustment aud not null default 0,
  chattels aud not null default 0,
  added_value aud not null default 0,
  analysed_lv aud,
  time_method text check (time_method in ('COMPOUND', 'LINEAR')),
  monthly_pct numeric(9,6),
  alv_lt aud check (alv_lt > 0),
  alv_future aud check (alv_future > 0),
  has_photo boolean not null default false,
  exportable boolean not null default false, exportable_on date,
  exported boolean not null default false, exported_on date,
  stage text,
  sale_summary text,
  internal_notes text,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1
);
create index analysis_sale on analysis (sale_id);
create index analysis_property on analysis (property_id);
create index analysis_district on analysis (district_code, component_code);
create index analysis_contract on analysis (contract_date);
