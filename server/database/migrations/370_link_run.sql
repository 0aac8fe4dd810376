-- Sales linked to benchmarks in bulk: the nearest analysed sales of the same component, set by set. What each run added and took
-- away is kept, so that it goes back exactly. The page and the command show what these functions say.

insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, default_number, by_region) values
('CMPR', 5, 'link.area.step', 'Linking: one step of area', 'Areas that differ by so much stand one step apart, as a sale so many months or kilometres away does.', 'number', '%', 1, 400, false, 25, true),
('CMPR', 5, 'link.months.step', 'Linking: one step of time', 'So many months between the contract and the base date stand one step apart.', 'number', 'months', 1, 120, false, 12, true),
('CMPR', 5, 'link.distance.step', 'Linking: one step of distance', 'So many kilometres stand one step apart; only where both positions are known.', 'number', 'km', 0.1, 100, false, 2, true);
insert into setting (key) values ('link.area.step'), ('link.months.step'), ('link.distance.step');

-- As record_permission, where any of several permissions lets a person write.
create function record_permission(name text, permissions text[], also text default 'true') returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  target regclass := to_regclass(format('public.%I', name));
  scope text;
  condition text;
begin
  select substr(obj_description(p.oid, 'pg_policy'), 8), pg_get_expr(p.polqual, p.polrelid) into scope, condition
  from pg_policy p where p.polrelid = target and p.polname = 'own_rows';
  if scope is null then
    raise exception 'Table "%" is not declared. Call record_table(''%'', …) before record_permission.', name, name;
  end if;
  execute format('drop policy own_rows on %s', target);
  perform declare_policy(target, scope, condition, 'select');
  condition := format('%s and %L::text[] && ((select public.app_perms())::text[])', condition, permissions);
  perform declare_policy(target, scope, condition || case when also = 'true' then '' else ' and ' || also end, 'insert');
  perform declare_policy(target, scope, condition, 'update');
  perform declare_policy(target, scope, condition, 'delete');
end $$;
revoke execute on function record_permission(text, text[], text) from public;

create or replace function record_permission(name text, permission text, also text default 'true') returns void
language sql set search_path = public, pg_temp
return record_permission(name, array[permission], also);

-- A valuer of components links in bulk, one of analyses links by hand.
select record_table('analysis_benchmark', 'district');
select record_permission('analysis_benchmark', '{anlyU,cmprU}'::text[]);

create table link_run (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  base_date base_date not null,
  kind text not null default 'LINK' check (kind in ('LINK', 'UNLINK')),
  state text not null default 'APPLIED' check (state in ('APPLIED', 'UNDONE')),
  n_components integer not null default 0,
  n_sales integer not null default 0,
  n_benchmarks integer not null default 0,
  n_added integer not null default 0,
  n_removed integer not null default 0,
  -- The job that wrote it.
  job_id bigint,
  undone_at timestamptz, undone_by bigint
);
create index link_run_district on link_run (district_code, base_date);
create index link_run_job on link_run (job_id);
select record_table('link_run', 'district', '{insert,update}');
select record_permission('link_run', 'cmprU');

create table link_run_line (
  id bigint generated always as identity primary key,
  run_id bigint not null references link_run (id) on delete cascade,
  district_code district_code not null,
  component_code text not null,
  what text not null check (what in ('ADDED', 'REMOVED', 'YEAR')),
  link_id bigint,
  -- REMOVED: the link as it stood. YEAR: the day of the last linking before, null where the run made the component's year.
  old jsonb
);
create index link_run_line_run on link_run_line (run_id);
select record_table('link_run_line', 'district', '{insert}');
select record_permission('link_run_line', 'cmprU');
create trigger link_run_named before insert on link_run for each row execute function factor_run_named();

create index analysis_benchmark_run on analysis_benchmark (run_id) where run_id is not null;

-- What somebody corrects of a link is theirs from then on: no run replaces it and no undo takes it away.
create function link_by_hand() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.linked_by := 'HAND';
  new.run_id := null;
  return new;
end $$;
create trigger link_by_hand before update on analysis_benchmark for each row
  when ((new.comparison, new.difference, new.text) is distinct from (old.comparison, old.difference, old.text) and old.linked_by = 'RUN')
  execute function link_by_hand();

-- A sale is linked to benchmarks of its own component; of a year that is closed nothing is linked or unlinked.
create function benchmark_link_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select '/property_id', format('Property %s lies in %s, the sale in %s. A sale is linked to benchmarks of its own component.', p.id,
    coalesce('component ' || p.component_code, 'no component'), coalesce('component ' || s.code, 'none'))
  from public.property p
  join (select coalesce(a.component_code, q.component_code) as code, a.district_code
    from public.analysis a left join public.property q on q.id = a.property_id where a.id = (after ->> 'analysis_id')::bigint) s on true
  where before is null and p.id = (after ->> 'property_id')::bigint
    and (p.component_code is distinct from s.code or p.district_code::text <> s.district_code::text)
  union all
  select '', c.why
  from (select public.district_closed(coalesce(after, before) ->> 'district_code',
      coalesce((coalesce(after, before) ->> 'base_date')::date, public.future_base_date()),
      (coalesce(after, before) ->> 'synthetic')::boolean) as why) c
  where c.why is not null;
end;

-- One text for the comparison, wherever it is proposed.
create function comparison_words(style text, found text, x numeric, s1 numeric) returns text
language sql stable
return case when style = 'sentence' and found is not null then
    format('The sale at %s is %s the benchmark%s.', public.said_amount(s1),
      case found when 'SUP' then 'superior to' when 'INF' then 'inferior to' else 'comparable with' end,
      case when found <> 'COM' then format(' by %s %%', abs(round((x - 1) * 100))) else '' end)
  else case found when 'SUP' then 'Superior' when 'INF' then 'Inferior' when 'COM' then 'Comparable' end end;

create or replace function analysis_comparisons(which bigint)
returns table (property_id bigint, address text, type text, area numeric, v1 bigint, s1 bigint, x numeric, comparison text, words text, link_id bigint)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  a analysis := (select t from analysis t where t.id = which);
  region bigint := contract_region_of(a.district_code);
  level numeric := component_level(a.district_code, a.component_code, a.synthetic);
  slope numeric := component_slope(a.district_code, a.component_code, a.synthetic);
begin
  return query
    select p.id, p.address, p.benchmark_type, p.area, v.land_value::bigint, a.alv_future::bigint, round(c.x, 4), k.found,
      comparison_words(setting_text('comparison.text', region), k.found, c.x, a.alv_future::numeric),
      l.id
    from property p
    left join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = future_base_date()
    left join analysis_benchmark l on l.analysis_id = which and l.property_id = p.id and l.base_date = future_base_date()
    cross join lateral (select compared(a.alv_future::numeric, level, v.land_value::numeric, a.area, p.area, slope,
      setting_number('comparison.area.like', region) / 100, setting_number('comparison.area.most', region)) as x) c
    cross join lateral (select comparison_of(c.x, setting_number('comparison.band', region) / 100) as found) k
    where p.district_code = a.district_code and p.component_code = a.component_code and p.synthetic = a.synthetic
      and p.status = 'A' and p.benchmark_type is not null
    order by array_position(array['P', 'R', 'S'], p.benchmark_type), p.id;
end $$;

-- How far a sale stands from a benchmark, in steps of area, time and place. What is not known makes no step.
create function link_distance(
  sale_area numeric, benchmark_area numeric, months numeric, metres double precision,
  area_step numeric default 0.25, months_step numeric default 12, km_step numeric default 2
) returns numeric language sql immutable parallel safe
return coalesce(abs(ln(nullif(sale_area, 0) / nullif(benchmark_area, 0))) / ln(1 + area_step), 0)
  + abs(months) / months_step + coalesce(metres::numeric / 1000 / km_step, 0);

-- The analysed sales that a base date's values are held against: of the year before it, in the standard, with a value at it.
create function value_sales(of_districts text[], of_year integer)
returns table (
  analysis_id bigint, sale_id bigint, property_id bigint, district_code text, component_code text, synthetic boolean, address text,
  contract_date date, purchase_price bigint, sale_code text, suitability text, area numeric, s1 bigint, v1 bigint
) language sql stable
begin atomic
  select r.analysis_id, r.sale_id, r.property_id, r.district_code, r.component_code, a.synthetic, r.address, r.contract_date, r.purchase_price,
    r.sale_code, r.suitability, nullif(r.area, 0), r.alv_future, r.v1
  from ratio_sample(of_year - 1) r
  join analysis a on a.id = r.analysis_id
  where r.district_code = any (of_districts) and a.district_code::text = any (of_districts) and r.in_standard and r.alv_future > 0
    and r.contract_date between sale_window_start(of_year - 1) and sale_window_end(of_year - 1);
end;

-- The analysed sales of the window beside the benchmarks of their component whose value they come near, and which of them a run links:
-- the nearest, as many as are asked less those that were linked by hand. Level and slope as component_level and component_slope
-- say them, of all components at once.
create function link_candidates(of_districts text[], of_components bigint[] default null)
returns table (
  component_id bigint, district_code text, synthetic boolean, component_code text, benchmark_id bigint, benchmark_type text, v1 bigint,
  analysis_id bigint, sale_id bigint, s1 bigint, x numeric, distance numeric, place integer, comparison text, difference numeric,
  words text, linked_by text, chosen boolean
) language sql stable
begin atomic
  with date as materialized (select future_base_date() as next),
  lim as materialized (
    select d.code as district_code, setting_number('link.band', d.region) / 100 as band, setting_number('link.nearest', d.region) as nearest,
      setting_number('link.area.step', d.region) / 100 as area_step, setting_number('link.months.step', d.region) as months_step,
      setting_number('link.distance.step', d.region) as km_step, setting_number('comparison.area.like', d.region) / 100 as alike,
      setting_number('comparison.area.most', d.region) as most, setting_number('comparison.band', d.region) / 100 as same_within,
      setting_text('comparison.text', d.region) as style
    from (select u.code, contract_region_of(u.code) as region from unnest(of_districts) u (code)) d),
  k as materialized (
    select c.id, c.district_code::text as district_code, c.code, c.synthetic
    from component c
    where c.district_code::text = any (of_districts) and (of_components is null or c.id = any (of_components))),
  b as materialized (
    select k.id as component_id, k.district_code, k.synthetic, k.code, p.id, p.benchmark_type, nullif(p.area, 0) as area, p.lat, p.lon,
      v.land_value::bigint as v1
    from k
    join property p on p.district_code::text = k.district_code and p.component_code = k.code and p.synthetic = k.synthetic
    join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = (select next from date) and v.land_value > 0
    where p.status = 'A' and p.benchmark_type is not null and p.district_code::text = any (of_districts)),
  s as materialized (
    select v.* from value_sales(of_districts, extract(year from future_base_date())::integer) v),
  level as materialized (
    select r.district_code, r.component_code, a.synthetic,
      case when count(*) >= 5 then percentile_cont(0.5) within group (order by r.r1)::numeric else 1 end as level
    from ratio_sample(extract(year from lt_base_date())::integer) r
    join analysis a on a.id = r.analysis_id
    where r.district_code = any (of_districts) and a.district_code::text = any (of_districts) and r.in_standard and r.r1 is not null
    group by 1, 2, 3),
  slope as materialized (
    select k.id, case when count(*) >= 10
      then coalesce(regr_slope(ln(v.land_value::double precision), ln(p.area::double precision))::numeric, 1) else 1 end as slope
    from k
    join property p on p.district_code::text = k.district_code and p.component_code = k.code and p.synthetic = k.synthetic
    join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = (select next from date) and v.land_value > 0
    where p.status = 'A' and p.area > 0 and p.district_code::text = any (of_districts) and k.id in (select b.component_id from b)
    group by k.id),
  hand as materialized (
    select l.property_id, count(*) filter (where l.linked_by = 'HAND') as n
    from analysis_benchmark l
    where l.base_date = (select next from date) and l.property_id in (select b.id from b)
    group by l.property_id),
  near as (
    select b.component_id, b.district_code, b.synthetic, b.code, b.id as benchmark_id, b.benchmark_type, b.v1,
      s.analysis_id, s.sale_id, s.s1, c.x, d.distance, l.linked_by, lim.nearest - coalesce(hand.n, 0) as room,
      comparison_of(c.x, lim.same_within) as comparison, lim.style,
      row_number() over (partition by b.id, l.linked_by is not distinct from 'HAND' order by d.distance, s.analysis_id)::integer as place
    from b
    join lim on lim.district_code = b.district_code
    join s on s.district_code = b.district_code and s.component_code = b.code and s.synthetic = b.synthetic
    left join level on level.district_code = b.district_code and level.component_code = b.code and level.synthetic = b.synthetic
    left join slope on slope.id = b.component_id
    left join hand on hand.property_id = b.id
    left join property q on q.id = s.property_id and q.district_code::text = b.district_code
    left join analysis_benchmark l on l.analysis_id = s.analysis_id and l.property_id = b.id and l.base_date = (select next from date)
    cross join lateral (select compared(s.s1::numeric, level.level, b.v1::numeric, s.area, b.area, slope.slope, lim.alike, lim.most) as x) c
    cross join lateral (select link_distance(s.area, b.area, ((select next from date) - s.contract_date) / 30.4375,
      metres_between(b.lat, b.lon, q.lat, q.lon), lim.area_step, lim.months_step, lim.km_step) as distance) d
    where c.x between 1 - lim.band and 1 + lim.band)
  select n.component_id, n.district_code, n.synthetic, n.code, n.benchmark_id, n.benchmark_type, n.v1, n.analysis_id, n.sale_id,
    n.s1, round(n.x, 4), round(n.distance, 4), n.place, n.comparison, round((n.x - 1) * 100, 1),
    comparison_words(n.style, n.comparison, n.x, n.s1::numeric), n.linked_by,
    n.linked_by is distinct from 'HAND' and n.place <= n.room
  from near n;
end;

create function link_sentence(sales bigint, benchmarks bigint) returns text
language sql immutable parallel safe
return format('%s %s linked to %s %s', sales, case sales when 1 then 'sale' else 'sales' end,
  benchmarks, case benchmarks when 1 then 'benchmark' else 'benchmarks' end);

-- What a run would do to each component, and why it would not. same: its links stand as the run would make them.
create function link_plan(of_districts text[], of_components bigint[] default null)
returns table (
  component_id bigint, version integer, district_code text, synthetic boolean, component_code text, n_benchmarks integer, n_without_value integer,
  n_eligible integer, n_links integer, n_hand integer, n_run integer, unchanged boolean, refused text, note text
) language sql stable
begin atomic
  with date as materialized (select future_base_date() as next, extract(year from future_base_date())::integer - 1 as year),
  closed as materialized (
    select d.code, o.synthetic, district_closed(d.code, (select next from date), o.synthetic) as why
    from unnest(of_districts) d (code), (values (false), (true)) o (synthetic)),
  k as materialized (
    select c.id, c.version, c.district_code::text as district_code, c.synthetic, c.code, c.active
    from component c
    where c.district_code::text = any (of_districts) and (of_components is null or c.id = any (of_components))),
  b as materialized (
    select k.id as component_id, count(*) filter (where p.status = 'A' and p.benchmark_type is not null)::integer as n,
      count(*) filter (where p.status = 'A' and p.benchmark_type is not null and coalesce(v.land_value::bigint, 0) = 0)::integer as n_without
    from k
    join property p on p.district_code::text = k.district_code and p.component_code = k.code and p.synthetic = k.synthetic
    left join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = (select next from date)
    where p.benchmark_type is not null and p.district_code::text = any (of_districts)
    group by k.id),
  s as materialized (
    select v.district_code, v.component_code, v.synthetic, count(*)::integer as n
    from value_sales(of_districts, extract(year from future_base_date())::integer) v
    group by 1, 2, 3),
  w as materialized (
    select c.component_id, c.benchmark_id, c.benchmark_type, c.analysis_id, c.comparison, c.difference, c.words
    from link_candidates(of_districts, of_components) c where c.chosen),
  l as materialized (
    select k.id as component_id, l.property_id, l.analysis_id, l.linked_by, l.comparison, l.difference, l.text
    from k
    join property p on p.district_code::text = k.district_code and p.component_code = k.code and p.synthetic = k.synthetic
    join analysis_benchmark l on l.property_id = p.id and l.base_date = (select next from date)
    where p.district_code::text = any (of_districts)),
  stands as materialized (
    select component_id, count(*) filter (where linked_by = 'HAND')::integer as n_hand, count(*) filter (where linked_by = 'RUN')::integer as n_run
    from l group by component_id),
  each as materialized (
    select w.component_id, w.benchmark_id, w.benchmark_type, count(*)::integer as n,
      count(*) filter (where l.linked_by = 'RUN' and (l.comparison, l.difference, l.text) is not distinct from (w.comparison, w.difference, w.words))::integer as n_kept
    from w left join l on l.component_id = w.component_id and l.property_id = w.benchmark_id and l.analysis_id = w.analysis_id
    group by 1, 2, 3),
  plan as materialized (
    select e.component_id, sum(e.n)::integer as n, sum(e.n_kept)::integer as n_kept,
      string_agg(format('%s %s: %s', e.benchmark_type, e.benchmark_id, case e.n when 1 then '1 sale' else e.n || ' sales' end), ' · '
        order by array_position(array['P', 'R', 'S'], e.benchmark_type), e.benchmark_id) as words
    from each e group by e.component_id)
  select k.id, k.version, k.district_code, k.synthetic, k.code, coalesce(b.n, 0), coalesce(b.n_without, 0), coalesce(s.n, 0),
    coalesce(plan.n, 0), coalesce(stands.n_hand, 0), coalesce(stands.n_run, 0),
    coalesce(plan.n, 0) = coalesce(stands.n_run, 0) and coalesce(plan.n, 0) = coalesce(plan.n_kept, 0) and y.last_link_on is not null,
    case when closed.why is not null then closed.why
      when k.district_code <> all (coalesce(app_work_districts(), array[k.district_code]))
        then format('You may search district %s, but not work in it.', k.district_code)
      when not k.active then 'It is not active.'
      when coalesce(b.n, 0) = 0 then 'It has no benchmark. Give one of its properties a benchmark type.'
      when b.n = b.n_without then case b.n when 1 then 'Its benchmark has no value' else format('None of its %s benchmarks has a value', b.n) end
        || format(' at %s. Value it first.', to_char((select next from date), 'FMDD-Mon-YYYY'))
      when coalesce(s.n, 0) = 0 then format('No analysed sale of it lies between %s and %s.',
        to_char(sale_window_start((select year from date)), 'FMDD-Mon-YYYY'), to_char(sale_window_end((select year from date)), 'FMDD-Mon-YYYY'))
      when plan.n is null and coalesce(stands.n_hand, 0) = 0 then 
        case s.n when 1 then 'Its one analysed sale is not near enough to a benchmark.' else format('None of its %s analysed sales is near enough to a benchmark.', s.n) end
    end,
    concat_ws(' · ', plan.words,
      case when plan.n is null then 'No further sale' end,
      case when b.n_without > 0 then format('%s without a value left out', case b.n_without when 1 then '1 benchmark' else b.n_without || ' benchmarks' end) end,
      case when stands.n_hand > 0 then format('%s by hand kept', case stands.n_hand when 1 then '1 link' else stands.n_hand || ' links' end) end,
      case when stands.n_run > coalesce(plan.n_kept, 0) then format('%s of an earlier run replaced', stands.n_run - coalesce(plan.n_kept, 0)) end)
  from k
  join closed on closed.code = k.district_code and closed.synthetic = k.synthetic
  left join b on b.component_id = k.id
  left join s on s.district_code = k.district_code and s.component_code = k.code and s.synthetic = k.synthetic
  left join plan on plan.component_id = k.id
  left join stands on stands.component_id = k.id
  left join component_year y on y.district_code = k.district_code and y.component_code = k.code and y.synthetic = k.synthetic
    and y.base_date = (select next from date);
end;

-- Writes the links of these components and answers how many of them got theirs: whichever may not have it any more is not
-- counted, and whoever asked writes all or nothing.
create function link_sales(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  base date := future_base_date();
  today date := (now() at time zone 'Australia/Sydney')::date;
  districts text[] := array(select distinct c.district_code::text from component c where c.id = any (ids) order by 1);
  due bigint[] := array(select p.component_id from link_plan(districts, ids) p where p.refused is null and not p.unchanged order by 1);
begin
  insert into link_run (district_code, base_date, n_components, job_id, synthetic)
  select c.district_code, base, count(*), job, c.synthetic from component c where c.id = any (due) group by c.district_code, c.synthetic order by 1;
  -- What an earlier run linked and this one does not link alike.
  with w as materialized (select * from link_candidates(districts, due) c where c.chosen),
  gone as (
    delete from analysis_benchmark l
    using component c, property p
    where c.id = any (due) and p.district_code = c.district_code and p.component_code = c.code and p.synthetic = c.synthetic
      and l.property_id = p.id and l.base_date = base and l.linked_by = 'RUN'
      and not exists (select from w where w.benchmark_id = l.property_id and w.analysis_id = l.analysis_id
        and (w.comparison, w.difference, w.words) is not distinct from (l.comparison, l.difference, l.text))
    returning c.district_code, c.synthetic, c.code, l.id, to_jsonb(l) as old)
  insert into link_run_line (run_id, district_code, synthetic, component_code, what, link_id, old)
  select r.id, g.district_code, g.synthetic, g.code, 'REMOVED', g.id, g.old
  from gone g join link_run r on r.job_id = job and r.district_code = g.district_code and r.synthetic = g.synthetic order by g.id;
  with made as (
    insert into analysis_benchmark (district_code, analysis_id, property_id, component_code, base_date, comparison, difference, text,
      linked_by, run_id, synthetic, created_by, updated_by)
    select w.district_code, w.analysis_id, w.benchmark_id, w.component_code, base, w.comparison, w.difference, w.words,
      'RUN', r.id, w.synthetic, app_user_id(), app_user_id()
    from link_candidates(districts, due) w
    join link_run r on r.job_id = job and r.district_code = w.district_code and r.synthetic = w.synthetic
    where w.chosen and w.linked_by is null
    order by w.benchmark_id, w.place
    returning id, run_id, district_code, component_code, synthetic)
  insert into link_run_line (run_id, district_code, synthetic, component_code, what, link_id)
  select m.run_id, m.district_code, m.synthetic, m.component_code, 'ADDED', m.id from made m order by m.id;
  insert into link_run_line (run_id, district_code, synthetic, component_code, what, old)
  select r.id, c.district_code, c.synthetic, c.code, 'YEAR',
    case when y.id is not null then jsonb_build_object('last_link_on', y.last_link_on) end
  from component c
  join link_run r on r.job_id = job and r.district_code = c.district_code and r.synthetic = c.synthetic
  left join component_year y on y.district_code = c.district_code and y.component_code = c.code and y.synthetic = c.synthetic and y.base_date = base
  where c.id = any (due) order by c.id;
  insert into component_year as y (district_code, component_code, base_date, last_link_on, synthetic, created_by, updated_by)
  select c.district_code, c.code, base, today, c.synthetic, app_user_id(), app_user_id() from component c where c.id = any (due) order by c.id
  on conflict (district_code, component_code, base_date, synthetic) do update
  set last_link_on = excluded.last_link_on, updated_by = excluded.updated_by, version = y.version + 1;
  update link_run r
  set n_sales = t.sales, n_benchmarks = t.benchmarks,
    n_added = (select count(*) from link_run_line x where x.run_id = r.id and x.what = 'ADDED'),
    n_removed = (select count(*) from link_run_line x where x.run_id = r.id and x.what = 'REMOVED')
  from (
    select c.district_code, c.synthetic, count(distinct l.analysis_id) as sales, count(distinct l.property_id) as benchmarks
    from component c
    left join property p on p.district_code = c.district_code and p.component_code = c.code and p.synthetic = c.synthetic
    left join analysis_benchmark l on l.property_id = p.id and l.base_date = base
    where c.id = any (due) group by c.district_code, c.synthetic) t
  where r.job_id = job and r.district_code = t.district_code and r.synthetic = t.synthetic;
  return cardinality(due);
end $$;

-- Takes links away, whoever made them, and keeps them for the way back.
create function unlink_sales(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  written integer;
begin
  insert into link_run (district_code, base_date, kind, n_components, n_sales, n_benchmarks, n_removed, job_id, synthetic)
  select l.district_code, l.base_date, 'UNLINK', count(distinct p.component_code), count(distinct l.analysis_id), count(distinct l.property_id),
    count(*), job, l.synthetic
  from analysis_benchmark l join property p on p.id = l.property_id
  where l.id = any (ids) and district_closed(l.district_code::text, l.base_date, l.synthetic) is null
  group by l.district_code, l.base_date, l.synthetic order by 1, 2;
  with gone as (
    delete from analysis_benchmark l using property p, link_run r
    where l.id = any (ids) and p.id = l.property_id and r.job_id = job and r.district_code = l.district_code and r.base_date = l.base_date
      and r.synthetic = l.synthetic
    returning r.id as run_id, l.district_code, l.synthetic, coalesce(p.component_code, l.component_code, '') as code, l.id, to_jsonb(l) as old),
  kept as (
    insert into link_run_line (run_id, district_code, synthetic, component_code, what, link_id, old)
    select g.run_id, g.district_code, g.synthetic, g.code, 'REMOVED', g.id, g.old from gone g order by g.id
    returning 1)
  select count(*) into written from kept;
  return written;
end $$;

-- Why a run cannot be taken back, beside the others that go back with it; null where it can.
create function link_held(which bigint, together bigint[]) returns text
language sql stable
begin atomic
  select case when r.state = 'UNDONE' then 'It is undone already.'
    else coalesce(district_closed(r.district_code::text, r.base_date, r.synthetic), (
      select format('Run %s changed links of component %s since. Undo that first.', o.id, min(l.component_code))
      from link_run o join link_run_line l on l.run_id = o.id
      where o.id > r.id and o.state = 'APPLIED' and o.district_code = r.district_code and o.base_date = r.base_date and o.synthetic = r.synthetic
        and o.id <> all (together) and l.component_code in (select x.component_code from link_run_line x where x.run_id = r.id)
      group by o.id order by o.id desc limit 1)) end
  from link_run r where r.id = which;
end;

-- Takes runs back, the latest first: their links go, those that they took away stand again as they were. What somebody made of a
-- link since is theirs and stays.
create function link_take_back(runs bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  why text;
  one record;
begin
  for one in select r.id, r.district_code, r.base_date, r.synthetic, r.state, (r.created_at at time zone 'Australia/Sydney')::date as day
    from link_run r where r.id = any (runs) order by r.id desc for update
  loop
    why := link_held(one.id, runs);
    if why is not null then raise exception '%', why; end if;
    delete from analysis_benchmark l using link_run_line x
    where x.run_id = one.id and x.what = 'ADDED' and l.id = x.link_id and l.run_id = one.id;
    insert into analysis_benchmark overriding system value
    select (jsonb_populate_record(null::analysis_benchmark, x.old)).*
    from link_run_line x
    where x.run_id = one.id and x.what = 'REMOVED'
      and exists (select from analysis a where a.id = (x.old ->> 'analysis_id')::bigint)
      and exists (select from property p where p.id = (x.old ->> 'property_id')::bigint)
    order by x.link_id on conflict do nothing;
    delete from component_year y using link_run_line x
    where x.run_id = one.id and x.what = 'YEAR' and x.old is null and y.district_code = x.district_code and y.component_code = x.component_code
      and y.synthetic = x.synthetic and y.base_date = one.base_date and y.version = 1;
    update component_year y
    set last_link_on = (x.old ->> 'last_link_on')::date, updated_by = app_user_id(), version = y.version + 1
    from link_run_line x
    where x.run_id = one.id and x.what = 'YEAR' and y.district_code = x.district_code and y.component_code = x.component_code
      and y.synthetic = x.synthetic and y.base_date = one.base_date and y.last_link_on = one.day;
    update link_run r set state = 'UNDONE', undone_at = now(), undone_by = app_user_id(), updated_by = app_user_id(), version = r.version + 1
    where r.id = one.id;
  end loop;
end $$;

-- By a command over runs, and by the job that made them.
create function link_undo(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
begin
  perform link_take_back(ids);
  return cardinality(ids);
end $$;

create function link_unrun(job bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  runs bigint[] := array(select r.id from link_run r where r.job_id = job order by r.id);
begin
  perform link_take_back(runs);
  return (select coalesce(sum(case r.kind when 'LINK' then r.n_components else r.n_removed end), 0)::integer from link_run r where r.id = any (runs));
end $$;

comment on table link_run is 'Every linking of sales to benchmarks in bulk, and every unlinking, with what became of it.';
comment on table link_run_line is 'What a run did, link by link: added, removed as it stood, and the day of linking that a component''s year had before.';
comment on column link_run.n_sales is 'Sales that are linked in its components afterwards, or were unlinked.';
comment on column link_run.n_benchmarks is 'Benchmarks that have a link in its components afterwards, or lost one.';
comment on column analysis_benchmark.linked_by is 'HAND by a person, RUN by a linking in bulk.';
comment on column analysis_benchmark.run_id is 'The linking in bulk that made it.';
comment on function value_sales is 'Analysed sales in the standard that the values of a base date are held against, by its year.';
comment on function link_candidates is 'Analysed sales near the benchmarks of their component, and which of them a linking in bulk links. Writes nothing.';
comment on function link_plan is 'What a linking in bulk would do to each component, and why it would leave one. Writes nothing.';
