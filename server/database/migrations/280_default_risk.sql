-- The rating of the risk that a value is wrong, where nobody says otherwise, and why. And what a value may carry.

-- 1 highest; null for no rating.
create function risk_level(rating text) returns integer
language sql immutable strict parallel safe
return case when rating ~ '^[1-9]-' then left(rating, 1)::integer end;

-- The zone's own default at a date; a code that had no meaning then takes the one that begins next, else its last.
create function zone_default_risk(zone_code text, on_date date) returns text
language sql stable parallel safe
return (select z.default_risk from public.zone z where z.code = zone_code
  order by (z.valid_from <= on_date and z.valid_to >= on_date) desc, (z.valid_from > on_date) desc,
    case when z.valid_from > on_date then z.valid_from end, z.valid_to desc limit 1);

create function has_allowance(v property_value) returns boolean
language sql immutable parallel safe
return coalesce(v.onsite_allowance, 0) > 0 or coalesce(v.offsite_allowance, 0) > 0 or coalesce(v.subdivider_allowance, 0) > 0
  or coalesce(v.stratum_allowance, 0) > 0;

-- Candidates, of which the highest level counts and of equals the first: (a) the rating that the year has, (b) without one the
-- latest before, both but for ratings of an event, (c) a primary or reference benchmark, (d) the zone's own.
create function default_risk(of_property bigint, base_year integer, with_own boolean default true)
returns table (rating text, reason text)
language sql stable
begin atomic
  with p as (select p.*, base_date_of(base_year) as on_date from property p where p.id = of_property),
  years as (
    select v.base_date, v.risk_rating from p join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date <= p.on_date
    left join lateral (
      select has_allowance(w) as allowed from property_value w
      where w.property_id = p.id and w.series = 'LT' and w.base_date <= p.on_date order by w.base_date desc limit 1) a on true
    where v.risk_rating is not null and v.risk_rating not in ('1-ANLYSALE', '1-SIGVALCH', '1-OBJECT')
      and (v.risk_rating <> '1-BENCHMRK' or p.benchmark_type is not null)
      and (v.risk_rating <> '2-ALLOWNCE' or a.allowed)),
  own as (select y.risk_rating from years y join p on p.on_date = y.base_date where with_own limit 1),
  candidate (rating, reason) as (
    select risk_rating, 'a' from own
    union all
    (select y.risk_rating, 'b' from years y join p on y.base_date < p.on_date where not exists (select from own)
      order by y.base_date desc limit 1)
    union all
    select '1-BENCHMRK', 'c' from p where p.benchmark_type in ('P', 'R')
    union all
    select coalesce(zone_default_risk(p.zone_code, p.on_date), '3-OTHER'), 'd' from p)
  select c.rating, c.reason from candidate c order by risk_level(c.rating) nulls last, c.reason limit 1;
end;

-- Reasons as a page says them.
create function risk_reason(reason text) returns text
language sql immutable strict parallel safe
return case reason when 'a' then 'the rating that the year has' when 'b' then 'the latest rating before it'
  when 'c' then 'it is a primary or reference benchmark' when 'd' then 'the default of its zone' end;

-- What a value may carry beside it: the checks before a value is sent.
create function property_value_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  v property_value := jsonb_populate_record(null::property_value, after);
  land bigint := coalesce(v.land_value, 0);
  why text;
  field text;
  x bigint;
  alone text[] := '{}';
begin
  if after is null then
    return query select '', 'A land value is not deleted.';
    return;
  end if;
  why := district_closed(v.district_code::text, v.base_date, v.synthetic);
  if why is not null then return query select '', why; return; end if;
  if land < 1 then
    return query select '', '001: The land value is empty or 0. Value the land first.';
    return;
  end if;
  foreach field in array array['onsite_allowance', 'offsite_allowance', 'subdivider_allowance', 'stratum_allowance'] loop
    x := (after ->> field)::bigint;
    if x is not null and (x <= 0 or x >= land) then
      return query select '/' || field, format('%s: An allowance is above 0 and below the land value of %s.',
        case field when 'onsite_allowance' then '002' when 'offsite_allowance' then '003' when 'subdivider_allowance' then '005' else '007' end,
        to_char(land, 'FM$999,999,999,999'));
    end if;
    if x is not null then alone := alone || field; end if;
  end loop;
  foreach field in array array['unutilised_value', 'attributable_part'] loop
    x := (after ->> field)::bigint;
    if x is not null and (x < 0 or x >= land) then
      return query select '/' || field, '011: It is at least 0 and below the land value.';
    end if;
    if x is not null then alone := alone || field; end if;
  end loop;
  if v.muaf_pct is not null then alone := alone || 'muaf_pct'::text; end if;
  if v.mdaf_pct is not null then alone := alone || 'mdaf_pct'::text; end if;
  if v.muaf_pct is not null and (v.muaf_pct <= 0 or v.muaf_pct >= 100) then
    return query select '/muaf_pct', '006: A percentage above 0 and below 100 is accepted.';
  elsif v.muaf_pct is not null and alone && array['stratum_allowance', 'mdaf_pct', 'onsite_allowance', 'offsite_allowance',
    'subdivider_allowance', 'unutilised_value', 'attributable_part'] then
    return query select '/muaf_pct', '006: A mixed use apportionment stands alone. Clear the others, or this.';
  end if;
  if v.mdaf_pct is not null and (v.mdaf_pct <= 0 or v.mdaf_pct >= 100) then
    return query select '/mdaf_pct', '008: A percentage above 0 and below 100 is accepted.';
  elsif v.mdaf_pct is not null and alone && array['stratum_allowance', 'muaf_pct', 'onsite_allowance', 'offsite_allowance',
    'subdivider_allowance', 'unutilised_value', 'attributable_part'] then
    return query select '/mdaf_pct', '008: A mixed development apportionment stands alone. Clear the others, or this.';
  end if;
  if v.stratum_allowance is not null and cardinality(alone) > 1 then
    return query select '/stratum_allowance', '007: A stratum allowance stands alone. Clear the others, or this.';
  end if;
  if v.heritage_value is not null and (v.heritage_value <= 0 or v.heritage_value >= land) then
    return query select '/heritage_value', format('009: A heritage value is above 0 and below the land value of %s.', to_char(land, 'FM$999,999,999,999'));
  end if;
  if v.heritage_value is not null and v.basis_code = '14G' then
    return query select '/basis_code', '009: Basis 14G values heritage land itself, so it has no second value. Choose another basis, or clear the heritage value.';
  end if;
  if v.basis_code = '14G' and coalesce(before ->> 'basis_code', '') <> '14G'
    and not exists (select from property p where p.id = v.property_id and p.heritage) then
    return query select '/basis_code', '010: Basis 14G is for heritage land, and this property is not marked as such.';
  end if;
end $$;

-- An area that is overridden says why; what the Valuer General holds stays beside it.
alter table property add column area_reason text;
create or replace function keep_area_change() returns trigger
language plpgsql security definer set search_path = public, pg_temp as $$
begin
  new.area_changed_at := now();
  new.area_changed_by := app_user_id();
  if new.area_reason is distinct from old.area_reason and new.area_reason is not null then
    new.area_vg := coalesce(old.area_vg, old.area);
  else
    new.area_reason := null;
  end if;
  insert into area_change (property_id, district_code, synthetic, changed_by, old_area, old_unit, old_dimensions,
    new_area, new_unit, new_dimensions, reason)
  values (new.id, new.district_code, new.synthetic, app_user_id(), old.area, old.area_unit, old.dimensions,
    new.area, new.area_unit, new.dimensions, new.area_reason);
  return new;
end $$;

comment on function default_risk is 'Default rating of a property at a base year and the rule that gave it: a the year''s, b the latest before, c benchmark, d zone. with_own false leaves rule a out.';
comment on column property.area_reason is 'Why the area was overridden last; every change stands in area_change.';
comment on column property.s28_group is 'Not read any more: s28_member says which group a property is in.';
