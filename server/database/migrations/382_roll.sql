-- The roll: the base date under work comes into force, for all districts at once and in one transaction (docs/decisions/0156).

-- Whoever administers annual values moves the base date, and of the parameters nothing else.
select declare_policy('sysparam', 'company', '(select public.app_user_id()) is not null and company = (select public.app_company()) '
  || 'and (''admnU'' = any ((select public.app_perms())::text[]) or (name = ''CURRBASE'' and ''admaU'' = any ((select public.app_perms())::text[])))',
  'update');

-- Districts that the year under work is about, with the state that it has there; null where nobody has begun it.
create function years_under_work() returns table (district_code text, synthetic boolean, state text, year_id bigint)
language sql stable
begin atomic
  with y as materialized (
    select y.district_code::text as district_code, y.synthetic, y.state, y.id from district_year y where y.base_date = future_base_date()),
  p as materialized (
    select distinct p.district_code::text as district_code, p.synthetic from property p where p.status = 'A')
  select coalesce(y.district_code, p.district_code), coalesce(y.synthetic, p.synthetic), y.state, y.id
  from y full join p on p.district_code = y.district_code and p.synthetic = y.synthetic;
end;

-- What failed in the audit of the year under work by a test of severity E and has no note.
create function audits_without_note() returns table (district_code text, synthetic boolean, test integer, key text)
language sql stable
begin atomic
  select r.district_code::text, r.synthetic, r.test, r.key
  from audit_result r join audit_test t on t.number = r.test and t.severity = 'E'
  where r.base_date = future_base_date() and r.failed
    and not exists (select from audit_note n where n.district_code = r.district_code and n.base_date = r.base_date and n.test = r.test
      and n.key = r.key and n.synthetic = r.synthetic and btrim(n.text) <> '');
end;

-- Ratings that an event gave: they are of the year of the event.
create function event_ratings() returns text[]
language sql immutable parallel safe
return '{1-ANLYSALE,1-SIGVALCH,1-OBJECT}'::text[];

create function year_roll(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  in_force date := lt_base_date();
  rolled date := future_base_date();
  next date := (future_base_date() + interval '1 year')::date;
  why text;
  written integer;
begin
  perform hold_years(ids);
  select string_agg(r.reason, ' ' order by r.posn) into why from roll_refusals() r;
  if why is not null then raise exception '%', why; end if;
  if exists (select from years_under_work() y where y.year_id is null or y.year_id <> all (ids)) then
    raise exception 'Districts were begun meanwhile. Nothing was changed; look again.';
  end if;

  -- The rating that an event gave stays with the value of its year. Nobody else comes in while these years are held.
  update district_year set state = 'OPEN' where id = any (ids);
  update property_value v set risk_rating = p.risk_rating, version = v.version + 1, updated_by = app_user_id()
  from property p
  where v.property_id = p.id and v.district_code = p.district_code and v.series = 'LT' and v.base_date = rolled
    and p.risk_rating = any (event_ratings()) and v.risk_rating is distinct from p.risk_rating;
  written := year_becomes(ids, 'OPEN', 'ROLLED', 'Rolled over');

  with moved as (
    update sysparam s set value = to_char(rolled, 'YYYY-MM-DD'), version = s.version + 1, updated_by = app_user_id()
    where s.company = app_company() and s.name = 'CURRBASE' and s.value = to_char(in_force, 'YYYY-MM-DD')
    returning s.id, s.version)
  insert into audit (user_id, table_name, row_id, action, from_version, fields)
  select app_user_id(), 'sysparam', m.id, 'update', m.version - 1,
    jsonb_build_object('CURRBASE', jsonb_build_object('old', to_char(in_force, 'YYYY-MM-DD'), 'new', to_char(rolled, 'YYYY-MM-DD')))
  from moved m;
  if not found then raise exception 'The base date in force could not be moved. Nothing was changed.'; end if;

  insert into district_year (district_code, base_date, synthetic, created_by, updated_by)
  select y.district_code, next, y.synthetic, app_user_id(), app_user_id() from district_year y where y.id = any (ids)
  on conflict do nothing;

  -- Benchmarks go on from the value that has come into force; what is said of them is brought forward with the report.
  insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type, lv_old, synthetic, created_by, updated_by)
  select p.id, p.district_code, p.component_code, next, p.benchmark_type, v.land_value, p.synthetic, app_user_id(), app_user_id()
  from property p
  join component c on c.district_code = p.district_code and c.code = p.component_code and c.synthetic = p.synthetic
  left join property_value v on v.property_id = p.id and v.district_code = p.district_code and v.series = 'LT' and v.base_date = rolled
  where p.benchmark_type is not null
  on conflict do nothing;

  with changed as (
    update property p set risk_rating = r.rating, version = p.version + 1, updated_by = app_user_id()
    from property o cross join lateral default_risk(o.id, extract(year from next)::integer) r
    where o.id = p.id and o.status = 'A' and o.risk_rating = any (event_ratings())
    returning p.id, p.district_code, p.synthetic, o.version as from_version, o.risk_rating as old, p.risk_rating as new)
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  select app_user_id(), 'property', c.id, 'update', c.from_version,
    jsonb_build_object('risk_rating', jsonb_build_object('old', c.old, 'new', c.new)), c.district_code, c.synthetic
  from changed c;

  perform settle_analyses(null);
  return written;
end $$;

comment on function years_under_work is 'Districts with active properties or a begun year, and the state of the year under work.';
