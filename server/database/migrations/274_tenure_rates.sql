-- What rents of tenures are worked out with: rates of the types, rebates of the categories, statutory minimums by year.
-- They are the office's own and changed on the page of the tenures: docs/decisions/0143.

create table tenure_rate (
  id bigint generated always as identity primary key,
  tenure_type text not null,
  rate numeric(9,6) not null check (rate between 0 and 1),
  review_years integer not null check (review_years between 1 and 20)
);
create unique index tenure_rate_type on tenure_rate (lower(tenure_type));
select record_table('tenure_rate', 'all');
select record_permission('tenure_rate', 'clndU');
comment on table tenure_rate is 'Rates and review periods of tenure types.';

create table tenure_rebate (
  id bigint generated always as identity primary key,
  rebate_category text not null,
  share numeric(7,6) not null check (share between 0 and 1)
);
create unique index tenure_rebate_category on tenure_rebate (lower(rebate_category));
select record_table('tenure_rebate', 'all');
select record_permission('tenure_rebate', 'clndU');
comment on table tenure_rebate is 'Rebates of tenure categories.';

create table tenure_minimum (
  id bigint generated always as identity primary key,
  begins_on date not null,
  rent aud not null check (rent >= 0),
  constraint tenure_minimum_day unique (begins_on)
);
select record_table('tenure_minimum', 'all');
select record_permission('tenure_minimum', 'clndU');
comment on table tenure_minimum is 'Statutory minimum rents by the day from which they hold.';

insert into tenure_rate (tenure_type, rate, review_years) values
  ('Lease', 0.06, 5), ('Licence', 0.05, 3), ('Enclosure permit', 0.03, 3);
insert into tenure_rebate (rebate_category, share) values ('Pensioner', 0.5), ('Community', 0.75), ('Hardship', 0.25);
insert into tenure_minimum (begins_on, rent) values
  ('2022-07-01', 560), ('2023-07-01', 585), ('2024-07-01', 610), ('2025-07-01', 630), ('2026-07-01', 650);
