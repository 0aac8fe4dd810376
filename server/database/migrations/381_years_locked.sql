-- The year of a district as its record: it is begun, locked and unlocked with a reason, and rolled over with all others.

alter table district_year add column lock_reason text;
comment on column district_year.lock_reason is 'Why it was locked or unlocked last.';

select record_table('district_year', 'district', '{insert,update}');
select record_permission('district_year', 'admaU');
create trigger of_chosen_data before insert on district_year for each row
  when (not new.synthetic and app_user_id() is not null) execute function of_chosen_data();

-- A year is begun for the base date under work, and what it says of itself is changed while it is open.
create function district_year_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  closed text;
begin
  if after is null then
    return query select '', 'The year of a district is not deleted.';
    return;
  end if;
  if before is null then
    if coalesce((after ->> 'base_date')::date, future_base_date()) <> future_base_date() then
      return query select '/base_date', format('A year is begun for the base date under work, %s.', to_char(future_base_date(), 'FMDD-Mon-YYYY'));
    end if;
    if not exists (select from district d where d.code = after ->> 'district_code' and d.current) then
      return query select '/district_code', 'There is no such district any more.';
    end if;
    return;
  end if;
  closed := district_closed(before ->> 'district_code', (before ->> 'base_date')::date, (before ->> 'synthetic')::boolean);
  if closed is not null then return query select '', closed; end if;
end $$;

-- These years for whoever closes them alone: whoever is writing their values is not waited for.
create function hold_years(ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
begin
  for one in select y.district_code::text as district, y.base_date::date as base_date from district_year y where y.id = any (ids) order by 1, 2 loop
    if not pg_try_advisory_xact_lock(year_lock_key(one.district, one.base_date)) then
      raise exception 'Values of district % at % are being written just now. Nothing was changed; try again when that is done.',
        one.district, to_char(one.base_date, 'FMDD-Mon-YYYY');
    end if;
  end loop;
end $$;

-- Writes a state over these years, each with its entry in the history; the years of another state are not counted.
create function year_becomes(ids bigint[], state_was text, state_is text, reason text) returns integer
language sql set search_path = public, pg_temp
begin atomic
  with before as (select y.* from district_year y where y.id = any (ids) and y.state = state_was for update),
  changed as (
    update district_year y
    set state = state_is, lock_reason = reason, locked_by = case when state_is <> 'OPEN' then app_user_id() end,
      locked_at = case when state_is <> 'OPEN' then now() end, version = y.version + 1, updated_by = app_user_id()
    from before b where b.id = y.id
    returning y.id, y.district_code, y.synthetic, b.version as from_version, b.lock_reason as reason_was),
  told as (
    insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
    select app_user_id(), 'district_year', c.id, 'update', c.from_version,
      jsonb_build_object('state', jsonb_build_object('old', state_was, 'new', state_is),
        'lock_reason', jsonb_build_object('old', c.reason_was, 'new', reason)), c.district_code, c.synthetic
    from changed c)
  select count(*)::integer from changed;
end;

create function year_lock(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  perform hold_years(ids);
  return year_becomes(ids, 'OPEN', 'LOCKED', params ->> 'reason');
end $$;

create function year_unlock(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  perform hold_years(ids);
  return year_becomes(ids, 'LOCKED', 'OPEN', params ->> 'reason');
end $$;

-- Factors of the components of some years: what the office recorded, and where it may be proposed, that of the one primary
-- benchmark.
create function year_factors(ids bigint[], proposed boolean) returns table (
  year_id bigint, district_code text, component_code text, synthetic boolean, factor numeric, recorded boolean
) language sql stable
begin atomic
  with y as materialized (select y.* from district_year y where y.id = any (ids)),
  said as materialized (
    select y.id as year_id, c.district_code::text as district_code, c.component_code, c.synthetic, c.factor
    from y join component_year c on c.district_code = y.district_code and c.base_date = y.base_date and c.synthetic = y.synthetic
    where c.factor is not null),
  primaries as (
    select y.id as year_id, p.district_code::text as district_code, p.component_code, p.synthetic,
      round(min(f.land_value_future::numeric) / nullif(min(f.land_value_lt::numeric), 0), 4) as factor
    from y join property p on p.district_code = y.district_code and p.synthetic = y.synthetic and p.benchmark_type = 'P' and p.status = 'A'
    left join property_in_force f on f.property_id = p.id
    where proposed and y.base_date = future_base_date() and p.component_code is not null
    group by 1, 2, 3, 4 having count(*) = 1)
  select s.year_id, s.district_code, s.component_code, s.synthetic, s.factor, true from said s
  union all
  select q.year_id, q.district_code, q.component_code, q.synthetic, q.factor, false from primaries q
  where factor_fault(q.factor) is null
    and not exists (select from said s where s.year_id = q.year_id and s.component_code = q.component_code);
end;

-- Properties that these factors would give another value.
create function year_factor_values(ids bigint[], proposed boolean) returns table (
  year_id bigint, component_code text, factor numeric, property_id bigint
) language sql stable
begin atomic
  select f.year_id, f.component_code, f.factor, m.property_id
  from year_factors(ids, proposed) f
  cross join lateral factor_members(array[f.district_code], f.component_code, f.factor) m
  where m.synthetic = f.synthetic and m.refused is null and not m.unchanged;
end;

create function year_apply_factors(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
  reached bigint[] := '{}';
begin
  for one in
    select v.factor, array_agg(v.property_id order by v.property_id) as properties, array_agg(distinct v.year_id) as years
    from year_factor_values(ids, coalesce((params ->> 'proposed')::boolean, false)) v group by v.factor order by v.factor
  loop
    if factor_apply(job, jsonb_build_object('factor', one.factor), one.properties) <> cardinality(one.properties) then
      raise exception 'Values were changed meanwhile. Nothing was changed; look again.';
    end if;
    reached := reached || one.years;
  end loop;
  return (select count(distinct r) from unnest(reached) r);
end $$;

-- All runs of the year, the latest first, so that each finds what it wrote.
create function year_clear_factors(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
  reached bigint[] := '{}';
begin
  for one in
    select r.id, y.id as year_id from factor_run r join district_year y on y.district_code = r.district_code and y.base_date = r.base_date
      and y.synthetic = r.synthetic
    where y.id = any (ids) and r.state = 'APPLIED' order by r.id desc
  loop
    perform factor_take_back(array[one.id]);
    reached := reached || one.year_id;
  end loop;
  return (select count(distinct r) from unnest(reached) r);
end $$;

-- Land values of analyses at the base date in force and the one under work, as analysis_calculation has them, from their land
-- value at the contract date: what of the year under work or of a component's change a month moves them.
create function analysis_levels(of_districts text[]) returns table (
  analysis_id bigint, district_code text, synthetic boolean, alv_lt bigint, alv_future bigint, new_lt bigint, new_future bigint
) language sql stable
begin atomic
  with d as materialized (select lt_base_date() as base, future_base_date() as next),
  a as materialized (
    select a.id, a.district_code::text as district_code, a.synthetic, a.component_code, a.zone_code, a.contract_date, a.analysed_lv::numeric as lv,
      a.time_method, a.monthly_pct, a.alv_lt::bigint as alv_lt, a.alv_future::bigint as alv_future
    from analysis a
    where a.analysed_lv > 0 and a.contract_date is not null and (of_districts is null or a.district_code::text = any (of_districts))),
  rates as materialized (
    select k.*, y.pct from (select distinct district_code, component_code, zone_code, synthetic from a where monthly_pct is null) k
    cross join lateral component_monthly(k.district_code, k.component_code, k.zone_code, k.synthetic) y),
  methods as materialized (
    select k.district_code, upper(setting_text('time.method', contract_region_of(k.district_code))) as method
    from (select distinct district_code from a) k),
  moved as (
    select a.*, coalesce(a.time_method, m.method) as method, coalesce(a.monthly_pct, r.pct) / 100 as monthly, d.base, d.next
    from a cross join d join methods m on m.district_code = a.district_code
    left join rates r on a.monthly_pct is null and r.district_code = a.district_code and r.component_code is not distinct from a.component_code
      and r.zone_code is not distinct from a.zone_code and r.synthetic = a.synthetic)
  select m.id, m.district_code, m.synthetic, m.alv_lt, m.alv_future,
    nullif(round_land_value(moved_value(m.lv, m.method, m.monthly, (m.base - m.contract_date) / 30.4375)), 0),
    nullif(round_land_value(moved_value(m.lv, m.method, m.monthly, (m.next - m.contract_date) / 30.4375)), 0)
  from moved m;
end;

create function settle_analyses(of_districts text[]) returns integer
language sql set search_path = public, pg_temp
begin atomic
  with wrong as materialized (
    select l.* from analysis_levels(of_districts) l where (l.alv_lt, l.alv_future) is distinct from (l.new_lt, l.new_future)),
  changed as (
    update analysis a set alv_lt = w.new_lt, alv_future = w.new_future, version = a.version + 1, updated_by = app_user_id()
    from wrong w where a.id = w.analysis_id returning 1)
  select count(*)::integer from changed;
end;

create function year_recalculate(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  perform settle_analyses(array(select y.district_code::text from district_year y where y.id = any (ids)));
  return cardinality(ids);
end $$;

comment on function year_factors is 'Factors that the components of some years have, or would have from their primary benchmark.';
comment on function analysis_levels is 'S0 and S1 of analyses as they stand and as the base dates and the changes a month have them.';
