-- A factor is written over values as they stood when somebody looked: what changes between the look and the write takes all back,
-- whether a person, an import or another run changed it.

-- What a factor found of a property: the property, its value and what the factor is taken of.
create function factor_seen(version integer, value_id bigint, value_version integer, v0 bigint) returns text
language sql immutable parallel safe
return concat_ws('/', version, coalesce(value_id, 0), coalesce(value_version, 0), coalesce(v0, 0));

drop function factor_apply(bigint, jsonb, bigint[]);

-- Writes the factor over these properties as they were seen, and answers how many got it: what somebody changed meanwhile, or what may not
-- have it any more, is not counted, and whoever asked writes all or nothing.
create function factor_apply(job bigint, params jsonb, ids bigint[], seen text[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  f numeric := (params ->> 'factor')::numeric(9,6);
  base date := future_base_date();
  written integer;
begin
  with m as materialized (
    select m.* from factor_members(
      array(select distinct p.district_code::text from property p where p.id = any (ids)), null, f, ids) m
    join unnest(ids, seen) as s (property_id, seen) on s.property_id = m.property_id
    where m.refused is null and not m.unchanged
      and factor_seen(m.version, m.value_id, m.value_version, m.v0) = s.seen),
  run as (
    insert into factor_run (district_code, component_code, base_date, factor, n, n_review, sum_before, sum_after, job_id, synthetic)
    select m.district_code, m.component_code, base, f, count(*), count(m.review), sum(m.v0), sum(m.new_value), job, m.synthetic
    from m group by m.district_code, m.component_code, m.synthetic order by 1, 2
    returning id, district_code, component_code, synthetic),
  changed as (
    update property_value v
    set land_value = m.new_value, method = 'F', factor_applied = f, factor_component = m.component_code,
      onsite_allowance = round_land_value(b.onsite_allowance::bigint * f),
      offsite_allowance = round_land_value(b.offsite_allowance::bigint * f),
      subdivider_allowance = round_land_value(b.subdivider_allowance::bigint * f),
      stratum_allowance = round_land_value(b.stratum_allowance::bigint * f),
      heritage_value = round_land_value(b.heritage_value::bigint * f),
      unutilised_value = round_land_value(b.unutilised_value::bigint * f),
      attributable_part = round_land_value(b.attributable_part::bigint * f),
      version = v.version + 1, updated_by = app_user_id()
    from m join property_value b on b.id = m.v0_id join property_value o on o.id = m.value_id
    where v.id = m.value_id and v.version = m.value_version
    returning v.property_id, v.district_code, v.synthetic, m.component_code, factored_columns(o) as old, m.v1 as old_value, m.new_value),
  made as (
    insert into property_value (property_id, district_code, synthetic, base_date, series, land_value, authority_code, basis_code,
      onsite_allowance, offsite_allowance, subdivider_allowance, stratum_allowance, heritage_value, muaf_pct, mdaf_pct,
      unutilised_value, attributable_part, method, factor_applied, factor_component, risk_rating,
      verification_type, verified_on, verified_by, created_by, updated_by)
    select m.property_id, m.district_code, m.synthetic, base, 'LT', m.new_value, b.authority_code, b.basis_code,
      round_land_value(b.onsite_allowance::bigint * f), round_land_value(b.offsite_allowance::bigint * f),
      round_land_value(b.subdivider_allowance::bigint * f), round_land_value(b.stratum_allowance::bigint * f),
      round_land_value(b.heritage_value::bigint * f), b.muaf_pct, b.mdaf_pct,
      round_land_value(b.unutilised_value::bigint * f), round_land_value(b.attributable_part::bigint * f),
      'F', f, m.component_code, p.risk_rating, l.verification_type, l.verified_on, l.verified_by, app_user_id(), app_user_id()
    from m join property_value b on b.id = m.v0_id join property p on p.id = m.property_id
    left join lateral (select x.verification_type, x.verified_on, x.verified_by from verification x
      where x.property_id = m.property_id and x.base_date = base order by x.verified_on desc, x.id desc limit 1) l on true
    where m.value_id is null order by m.property_id
    on conflict (property_id, base_date, series) do nothing
    returning property_id, district_code, synthetic, factor_component, land_value),
  kept as (
    insert into factor_run_value (run_id, district_code, synthetic, property_id, old, old_value, new_value)
    select run.id, w.district_code, w.synthetic, w.property_id, w.old, w.old_value, w.new_value
    from (select * from changed
      union all select property_id, district_code, synthetic, factor_component, null, null, land_value from made) w
    join run on run.district_code = w.district_code and run.component_code = w.component_code and run.synthetic = w.synthetic
    order by w.property_id
    returning 1),
  told as (
    insert into component_year as y (district_code, component_code, base_date, factor, applied_on, applied_by, n_applied,
      synthetic, created_by, updated_by)
    select m.district_code, m.component_code, base, f, (now() at time zone 'Australia/Sydney')::date, app_user_id(), count(*),
      m.synthetic, app_user_id(), app_user_id()
    from m join component k on k.district_code = m.district_code and k.code = m.component_code and k.synthetic = m.synthetic
    group by m.district_code, m.component_code, m.synthetic
    on conflict (district_code, component_code, base_date, synthetic) do update
    set factor = excluded.factor, applied_on = excluded.applied_on, applied_by = excluded.applied_by,
      n_applied = excluded.n_applied, updated_by = excluded.updated_by, version = y.version + 1
    returning 1)
  select count(*) into written from kept;
  return written;
end $$;

drop function factor_scenario_apply(bigint, jsonb, bigint[]);
drop function factor_scenario_members(bigint);

-- What a scenario would do, property by property: as factor_members says of each line. A line that is at fault keeps all of it back.
create function factor_scenario_members(scenario bigint) returns table (
  property_id bigint, version integer, district_code text, component_code text, factor numeric, v0 bigint, v1 bigint, new_value bigint,
  unchanged boolean, refused text, review text, seen text
) language sql stable
begin atomic
  with line as materialized (select l.* from factor_scenario_lines(scenario) as l),
  fault as (
    select string_agg(format('Line %s: %s', l.line, l.fault), ' ' order by l.line) as why from line as l where l.fault is not null)
  select m.property_id, m.version, m.district_code, m.component_code, l.factor, m.v0, m.v1, m.new_value, m.unchanged,
    coalesce(f.why || ' Nothing of the scenario is applied.', m.refused), m.review, factor_seen(m.version, m.value_id, m.value_version, m.v0)
  from line as l
  cross join fault as f
  cross join lateral factor_members(array[l.district_code], l.component_code, l.factor) as m
  where m.synthetic = l.synthetic;
end;

-- By the function that a single factor is applied by, factor by factor, so that each component has a run of its own. Whoever applies a
-- single factor meanwhile is waited for.
create function factor_scenario_apply(job bigint, params jsonb, ids bigint[], seen text[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
  reached bigint[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtextextended('command factor_apply', 0));
  for one in
    with asked as materialized (select s.id, s.shown from unnest(ids, seen) as s (id, shown)),
    m as materialized (
      select s.id, m.* from asked as s cross join lateral factor_scenario_members(s.id) as m where m.refused is null and not m.unchanged),
    stands as (select m.id, md5(string_agg(m.seen, ',' order by m.property_id)) as now from m group by m.id),
    twice as (select min(m.component_code) as component from (select distinct m.id, m.district_code, m.component_code from m) as m
      group by m.district_code, m.component_code having count(*) > 1 limit 1)
    select m.id as scenario, m.factor, bool_and(t.now = s.shown) as as_shown, (select component from twice) as twice,
      array_agg(m.property_id order by m.property_id) as properties, array_agg(m.seen order by m.property_id) as found
    from m join asked as s on s.id = m.id join stands as t on t.id = m.id
    group by m.id, m.factor order by m.id, m.factor
  loop
    if one.twice is not null then
      raise exception 'Two of these scenarios have a factor for component %. Apply one of them alone.', one.twice;
    end if;
    if one.as_shown is distinct from true
      or factor_apply(job, jsonb_build_object('factor', one.factor), one.properties, one.found) <> cardinality(one.properties) then
      raise exception 'Values were changed meanwhile. Nothing was changed; look again.';
    end if;
    reached := reached || one.scenario;
  end loop;
  return (select count(distinct r) from unnest(reached) as r);
end $$;

drop function year_apply_factors(bigint, jsonb, bigint[]);
drop function year_factor_values(bigint[], boolean);

-- Properties that these factors would give another value.
create function year_factor_values(ids bigint[], proposed boolean) returns table (
  year_id bigint, component_code text, factor numeric, property_id bigint, seen text
) language sql stable
begin atomic
  select f.year_id, f.component_code, f.factor, m.property_id, factor_seen(m.version, m.value_id, m.value_version, m.v0)
  from year_factors(ids, proposed) f
  cross join lateral factor_members(array[f.district_code], f.component_code, f.factor) m
  where m.synthetic = f.synthetic and m.refused is null and not m.unchanged;
end;

create function year_apply_factors(job bigint, params jsonb, ids bigint[], seen text[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
  reached bigint[] := '{}';
begin
  for one in
    with asked as materialized (select s.id, s.shown from unnest(ids, seen) as s (id, shown)),
    v as materialized (select v.* from year_factor_values(ids, coalesce((params ->> 'proposed')::boolean, false)) v),
    stands as (select v.year_id, md5(string_agg(v.seen, ',' order by v.property_id)) as now from v group by v.year_id)
    select v.factor, bool_and(t.now = s.shown) as as_shown, array_agg(v.property_id order by v.property_id) as properties,
      array_agg(v.seen order by v.property_id) as found, array_agg(distinct v.year_id) as years
    from v join stands t on t.year_id = v.year_id join asked s on s.id = v.year_id
    group by v.factor order by v.factor
  loop
    if one.as_shown is distinct from true
      or factor_apply(job, jsonb_build_object('factor', one.factor), one.properties, one.found) <> cardinality(one.properties) then
      raise exception 'Values were changed meanwhile. Nothing was changed; look again.';
    end if;
    reached := reached || one.years;
  end loop;
  return (select count(distinct r) from unnest(reached) r);
end $$;

comment on function factor_seen is 'What a factor found of a property when somebody looked, as a text that its write compares.';
comment on function factor_scenario_members is 'What a scenario would change, to what, and why properties keep their value. Writes nothing.';
