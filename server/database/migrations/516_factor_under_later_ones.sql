-- A factor that a later one stands upon is taken back after it: taken back before, the later one would put back values of a factor
-- that is called undone. The value alone does not tell: applied a second time, the same factor makes the same value.
drop function factor_back(bigint[]);

-- What would go back of a run, value by value. A value that has changed since stays, with the reason; `later` says that another run was
-- applied over it, and stands.
create function factor_back(runs bigint[]) returns table (
  run_id bigint, property_id bigint, value_id bigint, value_version integer, old jsonb, refused text, later boolean
) language sql stable
begin atomic
  with r as materialized (
    select r.*, case when r.state = 'UNDONE' then 'This run is undone already.'
      else district_closed(r.district_code::text, r.base_date, r.synthetic) end as why
    from factor_run r where r.id = any (runs)),
  -- Those that were applied over them; of one component or of another, which the property was in meanwhile.
  later as materialized (
    select l.property_id, o.base_date, max(l.run_id) as run_id from factor_run_value l join factor_run o on o.id = l.run_id
    where o.state = 'APPLIED' and l.run_id > (select min(r.id) from r)
      and l.property_id in (select k.property_id from factor_run_value k where k.run_id in (select r.id from r))
    group by l.property_id, o.base_date)
  select r.id, k.property_id, v.id, v.version, k.old,
    case when r.why is not null then r.why
      when v.id is null then 'The value is gone.'
      when v.land_value::bigint <> k.new_value::bigint or v.method is distinct from 'F' or v.factor_applied is distinct from r.factor
        or v.factor_component is distinct from r.component_code
        then 'The value was changed since.' end,
    coalesce(l.run_id > r.id, false)
  from r
  join factor_run_value k on k.run_id = r.id
  left join later l on l.property_id = k.property_id and l.base_date = r.base_date
  left join property_value v on v.property_id = k.property_id and v.base_date = r.base_date and v.series = 'LT';
end;

-- Whatever writes or takes back a factor waits for whoever does so, by whichever command: the numbers of runs are in the order in which
-- they were written, and a run is taken back beside no other.
create function factor_run_in_turn() returns void
language sql
return pg_advisory_xact_lock(hashtextextended('command factor_apply', 0));

-- Writes the factor over these properties as they were seen, and answers how many got it: what somebody changed meanwhile, or what may not
-- have it any more, is not counted, and whoever asked writes all or nothing.
create or replace function factor_apply(job bigint, params jsonb, ids bigint[], seen text[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  f numeric := (params ->> 'factor')::numeric(9,6);
  base date := future_base_date();
  written integer;
begin
  perform factor_run_in_turn();
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

-- Takes runs back: the values as they stood before, to the last column; those that a run made are gone. Answers the values.
create or replace function factor_take_back(runs bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  why text;
  written integer;
begin
  perform factor_run_in_turn();
  perform from factor_run r where r.id = any (runs) order by r.id for update;
  select district_closed(r.district_code::text, r.base_date, r.synthetic) into why from factor_run r
  where r.id = any (runs) and district_closed(r.district_code::text, r.base_date, r.synthetic) is not null limit 1;
  if why is not null then raise exception '%', why; end if;
  if exists (select from factor_back(runs) b where b.later) then
    raise exception 'A later factor was applied over its values. Take that one back first.';
  end if;
  with g as materialized (select * from factor_back(runs) b where b.refused is null),
  changed as (
    update property_value v
    set land_value = o.land_value, method = o.method, factor_applied = o.factor_applied, factor_component = o.factor_component,
      onsite_allowance = o.onsite_allowance, offsite_allowance = o.offsite_allowance,
      subdivider_allowance = o.subdivider_allowance, stratum_allowance = o.stratum_allowance, heritage_value = o.heritage_value,
      unutilised_value = o.unutilised_value, attributable_part = o.attributable_part,
      version = v.version + 1, updated_by = app_user_id()
    from g, jsonb_to_record(g.old) as o (land_value bigint, method text, factor_applied numeric, factor_component text,
      onsite_allowance bigint, offsite_allowance bigint, subdivider_allowance bigint, stratum_allowance bigint,
      heritage_value bigint, unutilised_value bigint, attributable_part bigint)
    where v.id = g.value_id and v.version = g.value_version and g.old is not null
    returning 1),
  gone as (
    delete from property_value v using g where v.id = g.value_id and v.version = g.value_version and g.old is null
    returning 1)
  select (select count(*) from changed) + (select count(*) from gone) into written;
  update factor_run r set state = 'UNDONE', undone_at = now(), undone_by = app_user_id(), updated_by = app_user_id(),
    version = r.version + 1
  where r.id = any (runs) and r.state = 'APPLIED';
  -- The component's year names the run that holds now.
  update component_year y
  set factor = last.factor, applied_on = last.applied_on, applied_by = last.created_by, n_applied = last.n,
    updated_by = app_user_id(), version = y.version + 1
  from (select distinct r.district_code, r.component_code, r.base_date, r.synthetic from factor_run r where r.id = any (runs)) c
  left join lateral (
    select r.factor, (r.created_at at time zone 'Australia/Sydney')::date as applied_on, r.created_by, r.n from factor_run r
    where r.district_code = c.district_code and r.component_code = c.component_code and r.base_date = c.base_date
      and r.synthetic = c.synthetic and r.state = 'APPLIED' order by r.id desc limit 1) last on true
  where y.district_code = c.district_code and y.component_code = c.component_code and y.base_date = c.base_date
    and y.synthetic = c.synthetic;
  return written;
end $$;

-- By the job that made them. One of which nothing would go back is not called undone.
create or replace function factor_unapply(job bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  runs bigint[];
  written integer;
begin
  perform factor_run_in_turn();
  runs := array(select r.id from factor_run r where r.job_id = factor_unapply.job and r.state = 'APPLIED');
  written := factor_take_back(runs);
  if written = 0 and cardinality(runs) > 0 then
    raise exception 'All of its values were changed since. Nothing goes back.';
  end if;
  return written;
end $$;

comment on function factor_run_in_turn is 'Waits for whoever writes or takes back a factor, until its transaction ends.';
