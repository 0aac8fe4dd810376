-- Crown Land: CLE properties with a value per base date, CLE parcels, tenures as the Crown's own file tells them, and LAMC
-- valuations. What is ours in them, classes, formulas and states, is told by docs/decisions/0142 and 0143.

-- Who could change these records sees them, whichever role says so; of the shipped roles those who work with them.
insert into role_permission (role_id, perm)
select distinct p.role_id, 'clndV' from role_permission p where p.perm = 'clndU'
union
select r.id, g.perm from role r join (values ('valuer', 'clndV'), ('valuer', 'clndU'), ('office', 'clndV'), ('office', 'clndU'),
  ('contractor', 'clndV'), ('contractor', 'clndU'), ('analyst', 'clndV')) g (role, perm) on g.role = r.name
on conflict do nothing;

create table crown_property (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  name text not null,
  suburb text,
  component_code text,
  valuation_class text,
  zone_code text,
  area numeric(16,3) check (area >= 0),
  area_unit char(1) not null default 'M' check (area_unit in ('M', 'H')),
  rate numeric(14,4) check (rate >= 0),
  net_rent aud check (net_rent >= 0),
  cap_rate numeric(9,6) check (cap_rate > 0),
  worked_value aud,
  tranche_year integer,
  notes text,
  synthetic boolean not null default false
);
select record_table('crown_property', 'district');
select record_permission('crown_property', 'clndU');
create index crown_property_district on crown_property (district_code, component_code);
comment on table crown_property is 'CLE properties: the Crown''s estate as it is valued; crown_value has a row for each base date.';

create table crown_value (
  id bigint generated always as identity primary key,
  crown_property_id bigint not null references crown_property (id) on delete cascade,
  base_date base_date not null,
  land_value aud check (land_value >= 0),
  rate numeric(14,4) check (rate >= 0),
  net_rent aud check (net_rent >= 0),
  cap_rate numeric(9,6) check (cap_rate > 0),
  method text check (method in ('F', 'H', 'N')),
  factor numeric(9,6) check (factor > 0),
  unique (crown_property_id, base_date)
);
select child_table('crown_value', 'crown_property');
comment on table crown_value is 'Values of CLE properties by base date.';

create table crown_parcel (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  cadid text,
  lot text, section text, plan_type text, plan text,
  -- As people write it, and every way in which they look for it.
  lot_dp text generated always as (nullif(coalesce(lot, '') || coalesce('/' || section, '')
    || coalesce('/' || coalesce(plan_type, '') || plan, ''), '')) stored,
  identifiers text generated always as (coalesce(cadid, '') || ' ' || coalesce(lot, '') || coalesce('/' || section, '')
    || '/' || coalesce(plan_type, '') || coalesce(plan, '') || ' ' || coalesce(lot, '') || '/' || coalesce(section, '')
    || '/' || coalesce(plan_type, '') || coalesce(plan, '') || ' ' || coalesce(lot, '') || '/' || coalesce(plan, '')) stored,
  suburb text,
  zone_code text,
  valuation_class text,
  area numeric(16,3) check (area >= 0),
  area_unit char(1) not null default 'M' check (area_unit in ('M', 'H')),
  land_value aud check (land_value >= 0),
  crown_property_id bigint references crown_property (id),
  notes text,
  synthetic boolean not null default false,
  constraint crown_parcel_cadid unique (cadid)
);
select record_table('crown_parcel', 'district');
select record_permission('crown_parcel', 'clndU');
create index crown_parcel_district on crown_parcel (district_code);
create index crown_parcel_property on crown_parcel (crown_property_id);
comment on table crown_parcel is 'CLE parcels: lots of the Crown''s estate by CADID and Lot/DP.';

create table tenure (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  -- The columns of the Crown's tenure file.
  region text,
  office text,
  lga text,
  suburb text,
  account_no text not null,
  holder text,
  tenure_type text,
  subtype text,
  gross_rent aud,
  net_rent aud,
  area numeric(16,3) check (area >= 0),
  next_review date,
  last_review date,
  redetermined_rent aud,
  prior_rent aud,
  term text,
  commenced_on date,
  expires_on date,
  holder_class text,
  tenure_class text,
  usage_class text,
  suspended boolean not null default false,
  suspended_until date,
  rebate_category text,
  latest_valuation aud,
  clcta text,
  express_rent text,
  valued_by text,
  valued_on date,
  file_status text,
  noticed_on date,
  objection_until date,
  process_type text,
  valuation_ref text,
  file_name text,
  line_no integer,
  -- The redetermination under way: what goes in, and what follows from it.
  reviewed_on date,
  redet_valuation aud check (redet_valuation >= 0),
  redet_rate numeric(9,6) check (redet_rate >= 0),
  redet_rebate_share numeric(7,6) check (redet_rebate_share between 0 and 1),
  redet_minimum aud check (redet_minimum >= 0),
  review_years integer check (review_years between 1 and 20),
  redet_gross aud,
  redet_rebate aud,
  proposed_rent aud,
  proposed_review date,
  objected_on date,
  accepted_on date,
  redet_state text not null default 'NONE' check (redet_state in ('NONE', 'PROPOSED', 'NOTICED', 'OBJECTED', 'ACCEPTED')),
  notes text,
  synthetic boolean not null default false,
  constraint tenure_account unique (account_no)
);
select record_table('tenure', 'district');
select record_permission('tenure', 'clndU');
create index tenure_district on tenure (district_code);
create index tenure_next_review on tenure (next_review);
comment on table tenure is 'Crown tenures: leases, licences and permits with their rents and reviews, as the tenure file tells them.';

create table tenure_lot (
  id bigint generated always as identity primary key,
  tenure_id bigint not null references tenure (id) on delete cascade,
  posn integer,
  lot text, section text, plan_type text, plan text
);
select child_table('tenure_lot', 'tenure');
comment on table tenure_lot is 'Lots of a tenure.';

create table tenure_usage (
  id bigint generated always as identity primary key,
  tenure_id bigint not null references tenure (id) on delete cascade,
  posn integer,
  usage text not null
);
select child_table('tenure_usage', 'tenure');
comment on table tenure_usage is 'What a tenure is used for.';

create table tenure_structure (
  id bigint generated always as identity primary key,
  tenure_id bigint not null references tenure (id) on delete cascade,
  posn integer,
  structure text not null
);
select child_table('tenure_structure', 'tenure');
comment on table tenure_structure is 'What stands on a tenure.';

create table lamc_valuation (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  asset_name text not null,
  suburb text,
  purpose text,
  value_date date,
  method text,
  assessed_value aud check (assessed_value >= 0),
  valuer_id bigint,
  requested_on date,
  due_on date,
  inspected_on date,
  completed_on date,
  status text not null default 'REQUESTED',
  notes text,
  synthetic boolean not null default false
);
select record_table('lamc_valuation', 'district');
select record_permission('lamc_valuation', 'clndU');
create index lamc_valuation_district on lamc_valuation (district_code, status);
comment on table lamc_valuation is 'LAMC valuations: single assets that were valued on request.';

create table lamc_parcel (
  id bigint generated always as identity primary key,
  lamc_valuation_id bigint not null references lamc_valuation (id) on delete cascade,
  posn integer,
  parcel_id bigint not null references crown_parcel (id),
  unique (lamc_valuation_id, parcel_id)
);
select child_table('lamc_parcel', 'lamc_valuation');
create index lamc_parcel_parcel on lamc_parcel (parcel_id);
comment on table lamc_parcel is 'CLE parcels of the asset of a LAMC valuation.';

select search_text('crown_parcel_record', 'identifiers', 'crown_parcel');

-- What a save of a CLE property may not leave behind: one value per base date, which is a 1 July; of the financial class the
-- one that follows from rent and cap rate.
create function crown_property_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  with rows as (
    select v.row, v.n - 1 as place,
      row_number() over (partition by v.row ->> 'base_date' order by v.n) as nth,
      round((v.row ->> 'net_rent')::numeric / nullif((v.row ->> 'cap_rate')::numeric, 0)) as worked
    from jsonb_array_elements(after -> 'values') with ordinality v (row, n)
  )
  select format('/values/%s/base_date', r.place), 'A base date is a 1 July. Change it.'
  from rows r where r.row ->> 'base_date' !~ '-07-01$'
  union all
  select format('/values/%s/base_date', r.place), 'This base date stands here twice. Leave one value for it.'
  from rows r where r.nth > 1
  union all
  select format('/values/%s/land_value', r.place),
    format('Net rent divided by cap rate is $%s. Take that, or change one of the two.', trim(to_char(r.worked, '999,999,999,990')))
  from rows r
  where after ->> 'valuation_class' = 'FIN' and r.worked is not null
    and (r.row ->> 'land_value')::numeric is distinct from r.worked
    and not coalesce(before -> 'values', '[]') @> jsonb_build_array(r.row);
end;
