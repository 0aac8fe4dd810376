-- Numbers that records are given when they are made: a series per entity and field, or per part of it.

create table number_series (
  entity text not null,
  field text not null,
  -- A district, a year, or whatever the series is kept apart by; empty where it is one.
  part text not null default '',
  last bigint not null check (last > 0),
  primary key (entity, field, part)
);
alter table number_series enable row level security;
-- A series of a district is taken from by those who work there; the others belong to everybody.
create policy own_rows on number_series
  using ((select app_user_id()) is not null and
    (part !~ '^[0-9]{3}$' or (select app_districts()) is null or part = any ((select app_districts())::text[])));
grant select, insert, update on number_series to cadastre_writer;
