-- What an analysis rests on, line by line. A line is worth what is typed, else its quantity times its rate.

alter table analysis
  add column state text not null default 'DRAFT' check (state in ('DRAFT', 'EXPORTABLE', 'EXPORTED')),
  add column analysed_rate numeric check (analysed_rate >= 0),
  -- Commercial: what the improvements are taken to be worth, which the replacement cost sums up to.
  add column adjusted_value aud check (adjusted_value >= 0);
update analysis set state = case when exported then 'EXPORTED' when exportable then 'EXPORTABLE' else 'DRAFT' end
where exportable or exported;

create function line_amount() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.amount := coalesce(new.value::numeric, round(new.quantity * new.rate));
  return new;
end $$;

create table analysis_improvement (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer,
  type text not null check (type in ('MA', 'OT', 'PO', 'SH', 'CA', 'FE', 'AN', 'WA', 'IR', 'CO')),
  description text,
  quantity numeric(14, 3) check (quantity >= 0),
  unit text,
  rate numeric(14, 2) check (rate >= 0),
  condition text,
  value aud,
  amount aud
);
create table analysis_plant (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer,
  type text not null check (type in ('PL', 'ST', 'CR', 'DA')),
  description text,
  quantity numeric(14, 3) check (quantity >= 0),
  unit text,
  rate numeric(14, 2) check (rate >= 0),
  value aud,
  amount aud
);
create table analysis_adjustment (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer,
  reason text not null,
  amount aud not null
);
create table analysis_cost (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer,
  description text not null,
  quantity numeric(14, 3) check (quantity >= 0),
  unit text,
  rate numeric(14, 2) check (rate >= 0),
  depreciation numeric(5, 2) check (depreciation between 0 and 100),
  value aud,
  amount aud
);
create table analysis_lease (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer,
  tenant text,
  area numeric(14, 2) check (area >= 0),
  rent aud not null check (rent >= 0),
  outgoings aud check (outgoings >= 0),
  cap_rate numeric(7, 4) not null check (cap_rate > 0 and cap_rate <= 100)
);
create table analysis_rural (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer,
  class text not null,
  area numeric(14, 3) not null check (area >= 0),
  rate numeric(14, 2) not null check (rate >= 0)
);

-- A price may be of several properties; the analysis stands at one of them.
create table analysis_sold_with (
  id bigint generated always as identity primary key,
  analysis_id bigint not null references analysis (id) on delete cascade,
  posn integer,
  property_id bigint not null
);
create index analysis_sold_with_property on analysis_sold_with (property_id);

create function cost_amount() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.amount := coalesce(new.value::numeric, round(new.quantity * new.rate * (1 - coalesce(new.depreciation, 0) / 100)));
  return new;
end $$;

create trigger amount before insert or update on analysis_improvement for each row execute function line_amount();
create trigger amount before insert or update on analysis_plant for each row execute function line_amount();
create trigger amount before insert or update on analysis_cost for each row execute function cost_amount();

select child_table(t, 'analysis') from unnest(array['analysis_improvement', 'analysis_plant', 'analysis_adjustment',
  'analysis_cost', 'analysis_lease', 'analysis_rural', 'analysis_sold_with']) as t;

-- An analysis of a dealing in several properties begins with them.
create function analysis_of_dealing() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into analysis_sold_with (analysis_id, posn, property_id)
  select a.id, row_number() over (partition by a.id order by s.property_id), s.property_id
  from new_rows a join sale o on o.id = a.sale_id and o.multi_property
  join sale s on s.dealing_number = o.dealing_number and s.district_code = o.district_code
    and s.contract_date is not distinct from o.contract_date and s.status = 'A'
  where s.property_id <> a.property_id
  group by a.id, s.property_id order by a.id, s.property_id;
  return null;
end $$;
create trigger of_dealing after insert on analysis
  referencing new table as new_rows for each statement execute function analysis_of_dealing();

-- What was one sum so far stands as one line.
insert into analysis_improvement (analysis_id, posn, type, description, value)
select id, 1, 'OT', 'Improvements', added_value from analysis where added_value > 0 order by id;
insert into analysis_plant (analysis_id, posn, type, description, value)
select id, 1, 'PL', 'Chattels', chattels from analysis where chattels > 0 order by id;
insert into analysis_adjustment (analysis_id, posn, reason, amount)
select id, 1, 'As analysed', circumstances_adjustment from analysis where circumstances_adjustment <> 0 order by id;

comment on table analysis_improvement is 'Improvements of an analysed sale, line by line; amount is what is typed, else quantity × rate.';
comment on table analysis_plant is 'Plant, stock, crops and approvals that were sold with the land.';
comment on table analysis_adjustment is 'Circumstances of an analysed sale with their reasons; positive where the price stood above the market.';
comment on table analysis_cost is 'Replacement cost of a commercial analysis; amount = quantity × rate × (1 − depreciation in per cent).';
comment on table analysis_lease is 'Leases of an analysed sale: rent and outgoings a year, capitalisation rate in per cent.';
comment on table analysis_sold_with is 'Properties that were sold in one price with the one that is analysed.';
comment on table analysis_rural is 'Rural land of an analysed sale by class: hectares and rate a hectare.';

-- Where the reference lists were filled before this one came.
insert into reference_item (list, code, name, posn)
select 'ruralclass', v.code, v.name, v.posn from (values
  ('CULT', 'Cultivation', 1),
  ('IMPA', 'Improved pasture', 2),
  ('NATP', 'Native pasture', 3),
  ('IRRI', 'Irrigated', 4),
  ('TIMB', 'Timbered', 5),
  ('WAST', 'Waste', 6),
  ('HOUS', 'House site', 7)
) v (code, name, posn) where exists (select from reference_item);
