-- Verifications, objections and changes of the area of a property: one row for each event. What a value says of its
-- verification follows the latest row, so that whoever reads the value alone reads the truth.

insert into role_permission (role_id, perm)
select r.id, p.perm
from role r
join (values ('administrator', array['objcU', 'admaU']), ('valuer', array['objcU']), ('office', array['objcU'])) g (role, perms)
  on g.role = r.name
cross join lateral unnest(g.perms) as p (perm)
on conflict do nothing;

create table verification (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  synthetic boolean not null,
  base_date base_date not null default future_base_date(),
  verification_type text not null,
  verified_on date not null default current_date,
  verified_by bigint default app_user_id(),
  risk_rating text,
  note text,
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create index verification_property on verification (property_id, base_date, verified_on);
create index verification_day on verification (district_code, verified_on);
select record_table('verification');
select record_permission('verification', 'propU');

create table objection (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  synthetic boolean not null,
  base_date base_date not null default lt_base_date(),
  lodged_on date not null default current_date,
  by_type text not null default 'OWNER',
  ground text,
  claimed_value aud check (claimed_value >= 0),
  decided_on date,
  outcome text not null default 'OPEN' check (outcome in ('ALLOWED', 'PARTLY', 'DISALLOWED', 'WITHDRAWN', 'OPEN')),
  lv_before aud check (lv_before >= 0),
  lv_after aud check (lv_after >= 0),
  appeal boolean not null default false,
  note text,
  check (decided_on >= lodged_on),
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create index objection_property on objection (property_id, base_date);
create index objection_day on objection (district_code, base_date);
select record_table('objection');
select record_permission('objection', 'objcU');

create table area_change (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  synthetic boolean not null,
  changed_at timestamptz not null default now(),
  changed_by bigint default app_user_id(),
  old_area numeric(16,3), old_unit char(1), old_dimensions text,
  new_area numeric(16,3), new_unit char(1), new_dimensions text,
  reason text,
  -- The supp that brought it, where one did.
  supp_id bigint,
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create index area_change_property on area_change (property_id, changed_at);
create index area_change_day on area_change (district_code, changed_at);
-- Written by the trigger below alone, whoever changes an area.
select record_table('area_change', 'district', '{}');
select record_stamp('area_change');

-- A writer who names only the property gets the copies filled in.
create trigger verification_fill before insert on verification for each row
  when (new.district_code is null or new.synthetic is null) execute function fill_from_property();
create trigger objection_fill before insert on objection for each row
  when (new.district_code is null or new.synthetic is null) execute function fill_from_property();

-- Rows of before. They are what the values say, so nothing follows from them.
insert into verification (property_id, district_code, synthetic, base_date, verification_type, verified_on, verified_by, risk_rating)
select property_id, district_code, synthetic, base_date, coalesce(verification_type, 'INSPECTD'), verified_on, verified_by, risk_rating
from property_value where series = 'LT' and verified_on is not null;

-- The latest verification of some values: of one day the one that was entered last.
create function settle_verifications(properties bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  update property_value v
  set verification_type = l.verification_type, verified_on = l.verified_on, verified_by = l.verified_by
  from (select w.id, last.verification_type, last.verified_on, last.verified_by from property_value w
    left join lateral (
      select x.verification_type, x.verified_on, x.verified_by from verification x
      where x.property_id = w.property_id and x.base_date = w.base_date
      order by x.verified_on desc, x.id desc limit 1) last on true
    where w.property_id = any (properties) and w.series = 'LT') l
  where v.id = l.id and (v.verification_type, v.verified_on, v.verified_by) is distinct from (l.verification_type, l.verified_on, l.verified_by);
end $$;

create function follow_new_verifications() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform settle_verifications(array(select distinct property_id from new_rows));
  return null;
end $$;
create function follow_changed_verifications() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform settle_verifications(array(select property_id from new_rows union select property_id from old_rows));
  return null;
end $$;
create function follow_lost_verifications() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  perform settle_verifications(array(select distinct property_id from old_rows));
  return null;
end $$;
create trigger value_new after insert on verification
  referencing new table as new_rows for each statement execute function follow_new_verifications();
create trigger value_changed after update on verification
  referencing old table as old_rows new table as new_rows for each statement execute function follow_changed_verifications();
create trigger value_lost after delete on verification
  referencing old table as old_rows for each statement execute function follow_lost_verifications();

-- Whoever changes an area, by a form, a command or a file, leaves a row; the reason is what the operation said.
create function keep_area_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.area_changed_at := now();
  new.area_changed_by := app_user_id();
  insert into area_change (property_id, district_code, synthetic, changed_by, old_area, old_unit, old_dimensions,
    new_area, new_unit, new_dimensions, reason)
  values (new.id, new.district_code, new.synthetic, app_user_id(), old.area, old.area_unit, old.dimensions,
    new.area, new.area_unit, new.dimensions, nullif(current_setting('cadastre.area_reason', true), ''));
  return new;
end $$;
revoke execute on function keep_area_change from public;
create trigger area_change before update of area, area_unit, dimensions on property for each row
  when ((old.area, old.area_unit, old.dimensions) is distinct from (new.area, new.area_unit, new.dimensions))
  execute function keep_area_change();

-- What needs other rows than the record's own.
create function verification_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select '/base_date', format('Property %s has no land value at this base date.', after ->> 'property_id')
  where after is not null and after ->> 'base_date' is not null and not exists (
    select from property_value v where v.property_id = (after ->> 'property_id')::bigint and v.series = 'LT'
      and v.base_date = (after ->> 'base_date')::date)
    and extract(month from (after ->> 'base_date')::date) = 7 and extract(day from (after ->> 'base_date')::date) = 1
  union all
  select '/base_date', 'A base date is the first of July of a year.'
  where after ->> 'base_date' is not null
    and to_char((after ->> 'base_date')::date, 'MMDD') <> '0701'
  union all
  select '/verification_type', 'There is no such way of verifying.'
  where after is not null and after ->> 'verification_type' not in ('INSPECTD', 'KERBSIDE', 'DESKTOP', 'WORKSHT', 'SALE');
end;

create function objection_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select '/base_date', 'A base date is the first of July of a year.'
  where after ->> 'base_date' is not null and to_char((after ->> 'base_date')::date, 'MMDD') <> '0701';
end;

comment on table verification is 'Checks of single values: how, when and by whom. property_value.verified_on, verification_type and verified_by are those of the latest row.';
comment on table objection is 'Objections of owners to a land value, with what was claimed and decided.';
comment on table area_change is 'Every change of the area or dimensions of a property, with who, when and why. Written by a trigger alone.';
comment on column verification.base_date is 'Base date of the value that was verified.';
comment on column verification.risk_rating is 'Rating of the property at that time.';
comment on column objection.lv_before is 'Land value that was objected to.';
comment on column objection.lv_after is 'Land value after the decision.';
