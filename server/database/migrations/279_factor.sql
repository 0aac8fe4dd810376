-- A factor over a component: V1 = round_land_value(V0 × f), set by set. What each run wrote is kept beside what stood there,
-- so that it goes back exactly. The page and the command show what these functions say: docs/decisions/0145.

create table factor_run (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  component_code text not null,
  base_date base_date not null,
  factor numeric(9,6) not null check (factor > 0),
  state text not null default 'APPLIED' check (state in ('APPLIED', 'UNDONE')),
  n integer not null default 0,
  n_review integer not null default 0,
  sum_before bigint, sum_after bigint,
  -- The job that wrote it.
  job_id bigint,
  undone_at timestamptz, undone_by bigint
);
create index factor_run_component on factor_run (district_code, component_code, base_date);
create index factor_run_job on factor_run (job_id);
select record_table('factor_run', 'district', '{insert,update}');
select record_permission('factor_run', 'avalU');

create table factor_run_value (
  id bigint generated always as identity primary key,
  run_id bigint not null references factor_run (id) on delete cascade,
  district_code district_code not null,
  property_id bigint not null,
  -- null where the run made the value: undone, the row is gone.
  old jsonb,
  old_value aud,
  new_value aud not null
);
create index factor_run_value_run on factor_run_value (run_id);
create index factor_run_value_property on factor_run_value (property_id);
select record_table('factor_run_value', 'district', '{insert}');
select record_permission('factor_run_value', 'avalU');

-- A run that lies in the demo goes with it.
create function factor_run_named() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if new.created_by is null then new.created_by := app_user_id(); end if;
  return new;
end $$;
create trigger factor_run_named before insert on factor_run for each row execute function factor_run_named();

-- Why a factor as typed is none; null where it is one.
create function factor_fault(f numeric) returns text
language sql immutable parallel safe
return case when f is null then 'A factor is needed.'
  when f <= 0 then 'A factor is above 0: 1.05 raises values by five per cent.'
  when f > 10 then 'A factor above 10 is refused: 1.05 raises values by five per cent.' end;

-- Every property that a factor is about, with its value then, and why it keeps the one that it has.
create function factor_members(
  of_districts text[], of_component text, f numeric, of_ids bigint[] default null
) returns table (
  property_id bigint, version integer, district_code text, synthetic boolean, component_code text, address text,
  value_id bigint, value_version integer, v0_id bigint, v0 bigint, v1 bigint, new_value bigint, method text,
  unchanged boolean, refused text, review text
) language sql stable
begin atomic
  with date as materialized (select lt_base_date() as base, future_base_date() as next),
  closed as materialized (
    select d.code, s.synthetic, district_closed(d.code, (select next from date), s.synthetic) as why
    from unnest(of_districts) d (code), (values (false), (true)) s (synthetic))
  select p.id, p.version, p.district_code::text, p.synthetic, p.component_code, p.address,
    v1.id, v1.version, v0.id, v0.land_value::bigint, v1.land_value::bigint,
    round_land_value(v0.land_value::bigint * f),
    v1.method,
    coalesce(v1.method = 'F' and v1.factor_component = p.component_code and v1.factor_applied = f::numeric(9,6)
      and v1.land_value::bigint = round_land_value(v0.land_value::bigint * f), false),
    case when factor_fault(f) is not null then factor_fault(f)
      when c.why is not null then c.why
      when p.district_code::text <> all (coalesce(app_work_districts(), array[p.district_code::text]))
        then 'You may search district ' || p.district_code || ', but not work in it.'
      when p.status <> 'A' then 'It is not active.'
      when p.component_code is null then 'It is in no component.'
      when p.benchmark_type is not null then 'It is a benchmark, which is valued one by one.'
      when s.property_id is not null then 'It is in a section 28 group, which is valued as a whole.'
      when p.handcrafted then 'It is handcrafted.'
      when k.handcrafted then 'Its component is handcrafted.'
      when coalesce(v0.land_value::bigint, 0) = 0 then 'It has no land value at the base date in force.'
      when v1.handcrafted or v1.method = 'H' then 'Its value is set by hand.'
      when v1.method = 'O' then 'Its value was set on an objection.'
      when v1.method = 'S' then 'Its value came with a supp.'
      when v1.method = 'F' and v1.factor_component is distinct from p.component_code
        then 'Its value has the factor of component ' || coalesce(v1.factor_component, 'none') || '.'
    end,
    case when p.heritage or v0.heritage_value is not null or v0.basis_code = '14G' then 'Heritage: review it.'
      when v0.stratum_allowance is not null or p.strata_lot is not null then 'Stratum: review it.' end
  from property p
  join closed c on c.code = p.district_code::text and c.synthetic = p.synthetic
  left join component k on k.district_code = p.district_code and k.code = p.component_code and k.synthetic = p.synthetic
  left join (
    select distinct m.property_id from s28_member m join s28_group g on g.id = m.group_id
    where g.base_date in ((select base from date), (select next from date))) s on s.property_id = p.id
  left join property_value v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = (select base from date)
    and v0.district_code = p.district_code
  left join property_value v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = (select next from date)
    and v1.district_code = p.district_code
  where p.district_code::text = any (of_districts)
    and (of_component is null or p.component_code = of_component)
    and case when of_ids is null then p.status = 'A' else p.id in (select unnest(of_ids)) end;
end;

-- The columns of a value that a factor writes, as they stand.
create function factored_columns(v property_value) returns jsonb
language sql stable parallel safe
return jsonb_build_object('land_value', v.land_value, 'method', v.method, 'factor_applied', v.factor_applied,
  'factor_component', v.factor_component, 'onsite_allowance', v.onsite_allowance, 'offsite_allowance', v.offsite_allowance,
  'subdivider_allowance', v.subdivider_allowance, 'stratum_allowance', v.stratum_allowance,
  'heritage_value', v.heritage_value, 'unutilised_value', v.unutilised_value, 'attributable_part', v.attributable_part);

-- Writes the factor over these properties and answers how many got it: what somebody changed meanwhile, or what may not have
-- it any more, is not counted, and whoever asked writes all or nothing.
create function factor_apply(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  f numeric := (params ->> 'factor')::numeric(9,6);
  base date := future_base_date();
  written integer;
begin
  with m as materialized (
    select m.* from factor_members(
      array(select distinct p.district_code::text from property p where p.id = any (ids)), null, f, ids) m
    where m.refused is null and not m.unchanged),
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

-- What would go back of a run, value by value. A value that has changed since stays, with the reason.
create function factor_back(runs bigint[]) returns table (
  run_id bigint, property_id bigint, value_id bigint, value_version integer, old jsonb, refused text
) language sql stable
begin atomic
  with r as materialized (
    select r.*, case when r.state = 'UNDONE' then 'This run is undone already.'
      else district_closed(r.district_code::text, r.base_date, r.synthetic) end as why
    from factor_run r where r.id = any (runs))
  select r.id, k.property_id, v.id, v.version, k.old,
    case when r.why is not null then r.why
      when v.id is null then 'The value is gone.'
      when v.land_value::bigint <> k.new_value::bigint or v.method is distinct from 'F' or v.factor_applied is distinct from r.factor
        or v.factor_component is distinct from r.component_code then 'The value was changed since.' end
  from r
  join factor_run_value k on k.run_id = r.id
  left join property_value v on v.property_id = k.property_id and v.base_date = r.base_date and v.series = 'LT';
end;

-- Takes runs back: the values as they stood before, to the last column; those that a run made are gone. Answers the values.
create function factor_take_back(runs bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  why text;
  written integer;
begin
  perform from factor_run r where r.id = any (runs) order by r.id for update;
  select district_closed(r.district_code::text, r.base_date, r.synthetic) into why from factor_run r
  where r.id = any (runs) and district_closed(r.district_code::text, r.base_date, r.synthetic) is not null limit 1;
  if why is not null then raise exception '%', why; end if;
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

-- By a command over runs, and by the job that made them.
create function factor_undo(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  open integer;
begin
  select count(*) into open from factor_run r where r.id = any (ids) and r.state = 'APPLIED';
  perform factor_take_back(ids);
  return open;
end $$;

create function factor_unapply(job bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return factor_take_back(array(select r.id from factor_run r where r.job_id = factor_unapply.job and r.state = 'APPLIED'));
end $$;

comment on table factor_run is 'Every application of a factor to a component, with what became of it.';
comment on table factor_run_value is 'The values that a run wrote, with what stood there before.';
comment on column factor_run.n_review is 'Of them heritage and stratum, which get the factor and are to be reviewed.';
comment on function factor_members is 'Which properties a factor changes, to what, and why others keep their value. Writes nothing.';
