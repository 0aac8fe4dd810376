-- Regional indexation of Crown land: the index of a region and class, a custom factor of an LGA, and its application to the CLE
-- properties of LGAs out of tranche, kept value by value so that it goes back exactly.

select record_table('regional_index', 'all', '{insert,update}');
select record_permission('regional_index', 'clndU', '''avalU'' = any ((select public.app_perms())::text[])');
select record_permission('lga_index', 'clndU', '''avalU'' = any ((select public.app_perms())::text[])');
create trigger of_chosen_data before insert on lga_index for each row
  when (not new.synthetic and app_user_id() is not null) execute function of_chosen_data();

create table index_run (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  crown_class text not null,
  base_date base_date not null,
  factor numeric(9,6) not null check (factor > 0),
  custom boolean not null default false,
  state text not null default 'APPLIED' check (state in ('APPLIED', 'UNDONE')),
  n integer not null default 0,
  sum_before bigint, sum_after bigint,
  -- The job that wrote it.
  job_id bigint,
  undone_at timestamptz, undone_by bigint
);
create index index_run_about on index_run (district_code, crown_class, base_date);
create index index_run_job on index_run (job_id);
select record_table('index_run', 'district', '{insert,update}');
select record_permission('index_run', 'clndU', '''avalU'' = any ((select public.app_perms())::text[])');
create trigger index_run_named before insert on index_run for each row execute function factor_run_named();

create table index_run_value (
  id bigint generated always as identity primary key,
  run_id bigint not null references index_run (id) on delete cascade,
  district_code district_code not null,
  crown_property_id bigint not null,
  -- null where the run made the value: undone, the row is gone.
  old jsonb,
  old_value aud,
  new_value aud not null
);
create index index_run_value_run on index_run_value (run_id);
create index index_run_value_property on index_run_value (crown_property_id);
select record_table('index_run_value', 'district', '{insert}');
select record_permission('index_run_value', 'clndU');

-- What the benchmarks of a region in LGAs in tranche give now, by class; as the shared query regional_indices.
create function crown_index(of_region bigint, on_date date) returns table (
  crown_class text, n integer, sum_old bigint, sum_new bigint, factor numeric
) language plpgsql stable set search_path = public, pg_temp as $$
begin
  return query
  with b as (
    select case when c.financial then 'FIN' else coalesce(c.crown_class, '') end as class, r.lv_old::bigint as lv_old, r.lv_new::bigint as lv_new
    from component c
    join benchmark_record r on r.district_code = c.district_code and r.component_code = c.code and r.synthetic = c.synthetic
    where c.crown and r.base_date = on_date and r.benchmark_type in ('P', 'R') and r.property_status = 'A' and not r.index_exception
      and r.lv_old > 0 and r.lv_new > 0
      and contract_region_of(c.district_code::text) = of_region
      and exists (select from district_year y where y.district_code = c.district_code and y.base_date = on_date and y.in_tranche))
  select b.class, count(*)::integer, sum(b.lv_old)::bigint, sum(b.lv_new)::bigint,
    case when count(*) >= 2 and b.class <> '' then round(sum(b.lv_new) / nullif(sum(b.lv_old), 0)::numeric, 3) end
  from b group by b.class;
end $$;

-- Writes the index of each class of the regions in which the LGAs of these years lie, and answers the years.
create function index_calculate(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  next date := base_date_of((params ->> 'year')::integer + 1);
  one bigint;
begin
  for one in select distinct contract_region_of(y.district_code::text) from district_year y where y.id = any (ids) order by 1 loop
    insert into regional_index as i (region_id, crown_class, base_date, factor, n_benchmarks, sum_old, sum_new, created_by, updated_by)
    select one, c.crown_class, next, c.factor, c.n, c.sum_old, c.sum_new, app_user_id(), app_user_id()
    from crown_index(one, next) c where c.crown_class <> '' order by c.crown_class
    on conflict (region_id, crown_class, base_date) do update
    set factor = excluded.factor, n_benchmarks = excluded.n_benchmarks, sum_old = excluded.sum_old, sum_new = excluded.sum_new,
      updated_by = excluded.updated_by, version = i.version + 1
    where (i.factor, i.n_benchmarks, i.sum_old::bigint, i.sum_new::bigint)
      is distinct from (excluded.factor, excluded.n_benchmarks, excluded.sum_old::bigint, excluded.sum_new::bigint);
    update regional_index i
    set factor = null, n_benchmarks = 0, sum_old = null, sum_new = null, updated_by = app_user_id(), version = i.version + 1
    where i.region_id = one and i.base_date = next and i.n_benchmarks > 0
      and i.crown_class not in (select c.crown_class from crown_index(one, next) c);
  end loop;
  return cardinality(ids);
end $$;

-- Only the custom factor is a person's, of an LGA out of tranche in an open year.
create function lga_index_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  with x as (
    select coalesce(after, before) ->> 'district_code' as district, coalesce(after, before) ->> 'crown_class' as class,
      coalesce((coalesce(after, before) ->> 'base_date')::date, public.future_base_date()) as base_date)
  select r.pointer, r.message from x cross join lateral (values
    ('', 'A factor of Crown land is for who may change Crown land as well as annual values.', not public.app_may('clndU')),
    ('', public.district_closed(x.district, x.base_date, (coalesce(after, before) ->> 'synthetic')::boolean),
      public.district_closed(x.district, x.base_date, (coalesce(after, before) ->> 'synthetic')::boolean) is not null),
    ('/custom_factor', 'This LGA is in tranche: its land is valued by its own benchmarks, and takes no factor.',
      after ->> 'custom_factor' is not null and exists (select from public.district_year y where y.district_code = x.district
        and y.base_date = x.base_date and y.in_tranche)),
    ('/crown_class', 'No class of Crown land has this code.',
      not exists (select from public.reference_item i where i.list = 'crownclass' and i.code = x.class))
  ) r (pointer, message, wrong) where r.wrong;
end;

-- What a factor makes of a value: a land value and a rate, rounded each; of financial land the cap rate, and the value by its rent.
create function indexed_value(v crown_value, of_class text, f numeric) returns crown_value
language sql stable parallel safe
return jsonb_populate_record(v, case when of_class = 'FIN' then jsonb_build_object(
    'cap_rate', round(v.cap_rate * f, 4),
    'land_value', round(v.net_rent::bigint / nullif(round(v.cap_rate * f, 4), 0))::bigint, 'rate', null)
  else jsonb_build_object('land_value', round_land_value(v.land_value::bigint * f), 'rate', round_rate(v.rate * f)) end
  || jsonb_build_object('method', 'N', 'factor', f));

-- Writes the index over these CLE properties and answers how many got it.
create function index_apply(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  base date := base_date_of((params ->> 'year')::integer);
  next date := base_date_of((params ->> 'year')::integer + 1);
  written integer;
begin
  with factors as materialized (
    select d.district_code, d.synthetic, d.crown_class, coalesce(l.custom_factor, i.factor) as f, l.custom_factor is not null as custom
    from (select distinct p.district_code::text as district_code, p.synthetic, p.valuation_class as crown_class
      from crown_property p where p.id = any (ids)) d
    left join lateral (select max(x.custom_factor) as custom_factor from lga_index x where x.district_code = d.district_code
      and x.crown_class = d.crown_class and x.base_date = next) l on true
    left join regional_index i on i.region_id = contract_region_of(d.district_code) and i.crown_class = d.crown_class and i.base_date = next
    where district_closed(d.district_code, next, d.synthetic) is null
      and not exists (select from district_year y where y.district_code = d.district_code and y.base_date = next and y.in_tranche)),
  m as materialized (
    select p.id, p.district_code, p.synthetic, p.valuation_class as crown_class, f.f, f.custom, v0 as was, v1.id as value_id,
      v1 as stood, indexed_value(v0, p.valuation_class, f.f) as v
    from crown_property p
    join factors f on f.district_code = p.district_code and f.synthetic = p.synthetic and f.crown_class = p.valuation_class and f.f > 0
    join crown_value v0 on v0.crown_property_id = p.id and v0.base_date = base
    left join crown_value v1 on v1.crown_property_id = p.id and v1.base_date = next
    where p.id = any (ids) and v1.method is distinct from 'H'),
  run as (
    insert into index_run (district_code, crown_class, base_date, factor, custom, n, sum_before, sum_after, job_id, synthetic)
    select m.district_code, m.crown_class, next, m.f, m.custom, count(*), sum((m.was).land_value::bigint), sum((m.v).land_value::bigint),
      job, m.synthetic
    from m group by m.district_code, m.crown_class, m.f, m.custom, m.synthetic order by 1, 2
    returning id, district_code, crown_class, synthetic),
  changed as (
    update crown_value c
    set land_value = (m.v).land_value, rate = (m.v).rate, net_rent = (m.v).net_rent, cap_rate = (m.v).cap_rate, method = 'N', factor = m.f
    from m where c.id = m.value_id
    returning m.id),
  made as (
    insert into crown_value (crown_property_id, base_date, land_value, rate, net_rent, cap_rate, method, factor)
    select m.id, next, (m.v).land_value, (m.v).rate, (m.v).net_rent, (m.v).cap_rate, 'N', m.f from m where m.value_id is null order by m.id
    returning crown_property_id as id),
  kept as (
    insert into index_run_value (run_id, district_code, synthetic, crown_property_id, old, old_value, new_value)
    select run.id, m.district_code, m.synthetic, m.id,
      case when m.value_id is not null then to_jsonb(m.stood) end, (m.stood).land_value, (m.v).land_value
    from (select id from changed union all select id from made) w join m on m.id = w.id
    join run on run.district_code = m.district_code and run.crown_class = m.crown_class and run.synthetic = m.synthetic
    order by m.id
    returning 1),
  -- Who has the record open is told that it changed.
  stepped as (
    update crown_property p set version = p.version + 1, updated_by = app_user_id() from m where p.id = m.id returning 1),
  told as (
    insert into lga_index as l (district_code, crown_class, base_date, applied_on, applied_by, synthetic, created_by, updated_by)
    select distinct m.district_code, m.crown_class, next, (now() at time zone 'Australia/Sydney')::date, app_user_id(), m.synthetic,
      app_user_id(), app_user_id()
    from m
    on conflict (district_code, crown_class, base_date, synthetic) do update
    set applied_on = excluded.applied_on, applied_by = excluded.applied_by, updated_by = excluded.updated_by, version = l.version + 1
    returning 1)
  select count(*) into written from kept;
  return written;
end $$;

-- What would go back of a run, value by value. A value that has changed since stays, with the reason.
create function index_back(runs bigint[]) returns table (
  run_id bigint, crown_property_id bigint, value_id bigint, old jsonb, refused text
) language sql stable
begin atomic
  with r as materialized (
    select r.*, case when r.state = 'UNDONE' then 'This run is undone already.'
      else district_closed(r.district_code::text, r.base_date, r.synthetic) end as why
    from index_run r where r.id = any (runs))
  select r.id, k.crown_property_id, v.id, k.old,
    case when r.why is not null then r.why
      when v.id is null then 'The value is gone.'
      when v.land_value::bigint <> k.new_value::bigint or v.method is distinct from 'N' or v.factor is distinct from r.factor
        then 'The value was changed since.' end
  from r
  join index_run_value k on k.run_id = r.id
  left join crown_value v on v.crown_property_id = k.crown_property_id and v.base_date = r.base_date;
end;

-- Takes runs back: the values as they stood before, to the last column; those that a run made are gone. Answers the values.
create function index_take_back(runs bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  why text;
  written integer;
begin
  perform from index_run r where r.id = any (runs) order by r.id for update;
  select district_closed(r.district_code::text, r.base_date, r.synthetic) into why from index_run r
  where r.id = any (runs) and district_closed(r.district_code::text, r.base_date, r.synthetic) is not null limit 1;
  if why is not null then raise exception '%', why; end if;
  with g as materialized (select * from index_back(runs) b where b.refused is null),
  changed as (
    update crown_value v
    set land_value = o.land_value, rate = o.rate, net_rent = o.net_rent, cap_rate = o.cap_rate, method = o.method, factor = o.factor
    from g, jsonb_to_record(g.old) as o (land_value bigint, rate numeric, net_rent bigint, cap_rate numeric, method text, factor numeric)
    where v.id = g.value_id and g.old is not null
    returning 1),
  gone as (delete from crown_value v using g where v.id = g.value_id and g.old is null returning 1),
  stepped as (
    update crown_property p set version = p.version + 1, updated_by = app_user_id() from g where p.id = g.crown_property_id returning 1)
  select (select count(*) from changed) + (select count(*) from gone) into written;
  update index_run r set state = 'UNDONE', undone_at = now(), undone_by = app_user_id(), updated_by = app_user_id(),
    version = r.version + 1
  where r.id = any (runs) and r.state = 'APPLIED';
  -- The LGA names the run that holds now.
  update lga_index l
  set applied_on = last.applied_on, applied_by = last.created_by, updated_by = app_user_id(), version = l.version + 1
  from (select distinct r.district_code, r.crown_class, r.base_date, r.synthetic from index_run r where r.id = any (runs)) c
  left join lateral (
    select (r.created_at at time zone 'Australia/Sydney')::date as applied_on, r.created_by from index_run r
    where r.district_code = c.district_code and r.crown_class = c.crown_class and r.base_date = c.base_date
      and r.synthetic = c.synthetic and r.state = 'APPLIED' order by r.id desc limit 1) last on true
  where l.district_code = c.district_code and l.crown_class = c.crown_class and l.base_date = c.base_date and l.synthetic = c.synthetic;
  return written;
end $$;

-- By a command over runs, and by the job that made them.
create function index_undo(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  open integer;
begin
  select count(*) into open from index_run r where r.id = any (ids) and r.state = 'APPLIED';
  perform index_take_back(ids);
  return open;
end $$;

create function index_unapply(job bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  return index_take_back(array(select r.id from index_run r where r.job_id = index_unapply.job and r.state = 'APPLIED'));
end $$;

comment on table index_run is 'Every application of an index to the CLE properties of an LGA and class, with what became of it.';
comment on column index_run.custom is 'By the custom factor of the LGA, and not its region''s index.';
comment on table index_run_value is 'The values that a run wrote, with what stood there before.';
comment on function crown_index is 'The index of each class of a region as its benchmarks give it now. Writes nothing.';
comment on function indexed_value is 'A value of a CLE property as an index moves it.';
