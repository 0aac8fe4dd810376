-- Every sale record ever received, version by version. What a sale, an out-of-contract property and a conflict say
-- follows from the set of these rows alone, so the order of imports does not matter and a file can be taken back.

create table sale_received (
  -- Written by the import only, beside its import_file row; no foreign key, which would be checked row by row.
  file_id bigint not null,
  line_no integer not null,
  district_code text not null,
  archive boolean not null,
  -- The header's download time: the newest of two records about one sale wins by it. Sydney time, as written.
  download_at timestamp not null,
  recorded_at timestamp,
  -- Hash of the columns from property_id on: equal content is the same version.
  content uuid not null,
  sale_counter integer,
  finding text,
  property_id bigint,
  valuation_number text,
  prop_name text,
  unit_number text,
  house_number text,
  street_name text,
  suburb text,
  postcode text,
  area numeric(16,3),
  area_unit char(1),
  contract_date date,
  settlement_date date,
  purchase_price bigint not null,
  zone_code text,
  nature text,
  purpose text,
  strata_lot text,
  component_code text,
  sale_code text,
  -- null: the whole.
  interest_pct numeric(7,4),
  dealing_number text,
  dimensions text,
  legal_description text,
  vendors text[] not null default '{}',
  purchasers text[] not null default '{}',
  synthetic boolean not null default false,
  -- As in sale.
  natural_key text collate "C" generated always as (
    coalesce('P' || property_id::text, 'A' || district_code || '/'
      || upper(address_line(prop_name, unit_number, house_number, street_name, suburb, null)))
    || '|' || coalesce(strata_lot, '')
    || '|' || coalesce(nullif(dealing_number, ''),
      'D' || coalesce((contract_date - date '1900-01-01')::text, '') || '/' || coalesce(purchase_price::text, ''))
  ) stored,
  primary key (file_id, line_no)
);
create index sale_received_key on sale_received (natural_key);
create index sale_received_property on sale_received (property_id);
create index sale_received_download on sale_received (district_code, download_at);

alter table sale_received enable row level security;
create policy own_rows on sale_received
  using (((select app_districts()) is null or district_code = any ((select app_districts())::text[]))
    and ((select app_dataset()) = 'both' or synthetic = ((select app_dataset()) = 'synthetic')));
grant select on sale_received to cadastre_reader, cadastre_writer;

-- The received record in force: its file is file_id.
alter table sale add column line_no integer;
alter table property add column line_no integer;
-- The import made the component; its zone is that of the newest record with one, received at this time.
alter table component add column zone_as_of timestamp;

alter table sale_conflict add column existing_content uuid, add column incoming_content uuid;
create unique index sale_conflict_pair on sale_conflict (sale_id, existing_content, incoming_content);

create index import_file_job on import_file (job_id) where job_id is not null;

-- A receipt is a received record: the table of that name, empty until now, becomes a view on them, and what reads it
-- stays as it is.
do $$
declare
  counted text := pg_get_viewdef('sale_counted');
begin
  drop view sale_counted;
  drop table sale_receipt;
  create view sale_receipt with (security_invoker = true) as
  select r.file_id, r.line_no, s.id as sale_id, r.district_code, r.property_id, r.suburb, r.zone_code,
    r.component_code, r.nature, r.purpose, r.contract_date, r.purchase_price, r.interest_pct, r.dealing_number,
    r.download_at::date as received_on, r.synthetic
  from sale_received r left join sale s on s.natural_key = r.natural_key;
  execute 'create view sale_counted with (security_invoker = true) as ' || counted;
  grant select on sale_receipt, sale_counted to cadastre_reader, cadastre_writer;
end $$;
