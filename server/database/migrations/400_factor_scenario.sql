-- Scenarios: factors of several components that are kept under a name, tried, compared and applied together.

-- Figures of factors that are tried, once for whoever shows them: the page of a component, that of a district, and scenarios side by side.
create type factor_figures as (
  level integer, district_code text, synthetic boolean, code text, factor numeric, in_force numeric, closed text,
  properties integer, n_got integer, n_moved integer, n_written integer, n_review integer, sum_before bigint, sum_after bigint,
  sums_change double precision, n_valued integer, n_beyond_before integer, n_beyond_after integer, n_leave integer, n_return integer,
  n_far_before integer, n_far_after integer,
  n_lt integer, mvp_lt double precision, mvp_low_lt double precision, mvp_high_lt double precision, cod_lt double precision, prd_lt double precision,
  prb_lt double precision, prb_low_lt double precision, prb_high_lt double precision,
  n_before integer, mvp_before double precision, mvp_low_before double precision, mvp_high_before double precision, cod_before double precision,
  prd_before double precision, prb_before double precision, prb_low_before double precision, prb_high_before double precision,
  n_after integer, mvp_after double precision, mvp_low_after double precision, mvp_high_after double precision, cod_after double precision,
  prd_after double precision, prb_after double precision, prb_low_after double precision, prb_high_after double precision,
  zone_letter text, cod_limit numeric, coavc_before double precision, coavc_after double precision,
  test_300_before text, test_301_before text, test_303_before text, test_304_before text,
  test_300_after text, test_301_after text, test_303_after text, test_304_after text,
  n_implied integer, implied double precision, implied_before double precision, implied_after double precision, tolerance double precision, most numeric,
  test_305_before text, test_305_after text
);

-- A row for each component (level 1), one for each of their zones (2), and one for several together (3): those that are tried, or `among`.
-- Of a component: the values as they stand and as they would be, beside the level of its analysed sales. Of a zone: the same over its
-- components, with the audit's tests. The change of a value is that from the year in force. `kept` is what the query factor_trial_base answers.
create function factor_figures_of(kept json, lines text, of_districts text[], among text[] default null) returns setof factor_figures
language sql stable
begin atomic
  with vals as materialized (
    select * from factor_trial_values(kept, lines)
  ), sale as materialized (
    select * from factor_trial_sales(kept, lines)
  ), together as materialized (
    select c.component_code, true as tried, count(*) over () as n
    from (select l.component_code from factor_lines(lines) as l where among is null union select unnest(among)) as c
  ), limits as materialized (
    select code, setting_number('risk.sigvalch', contract_region_of(code)) / 100 as most,
      setting_number('avm.tolerance', contract_region_of(code))::double precision / 100 as tolerance
    from (select distinct d.district_code as code from vals as d where d.district_code = any(of_districts)) as d
  ), judged as materialized (
    select v.*, v.component_code in (select t.component_code from together as t) as tried, v.v0 > 0 and v.v1 > 0 as both_before, v.v0 > 0 and v.after > 0 as both_after,
      v.beyond as beyond_before, v.far as far_before,
      case when v.got then coalesce(abs(v.after - v.v0) > l.most * v.v0, false) else v.beyond end as beyond_after,
      case when v.factor is null then v.far when v.got or v.grouped then false
        else coalesce(v.v1 > 0 and abs(v.v1 - v.expected) > l.most * v.expected, false) end as far_after
    from vals as v
    join limits as l on l.code = v.district_code
  ), grouped as (
    select case when grouping(zone_code) = 0 then 2 when grouping(component_code) = 0 then 1 else 3 end as level, district_code, synthetic,
      component_code, zone_code, tried, max(factor) as factor, max(in_force) as in_force, min(closed) as closed, sum(n)::integer as properties,
      coalesce(sum(n) filter (where got), 0)::integer as n_got,
      coalesce(sum(n) filter (where got and after is distinct from v1), 0)::integer as n_moved,
      coalesce(sum(n) filter (where written), 0)::integer as n_written,
      coalesce(sum(n) filter (where got and review), 0)::integer as n_review,
      sum(n * v1)::bigint as sum_before, sum(n * after)::bigint as sum_after,
      coalesce(sum(n) filter (where both_before), 0)::integer as n_valued,
      coalesce(sum(n) filter (where both_before and beyond_before), 0)::integer as n_beyond_before,
      coalesce(sum(n) filter (where both_after and beyond_after), 0)::integer as n_beyond_after,
      coalesce(sum(n) filter (where beyond_after and both_after and not (both_before and beyond_before)), 0)::integer as n_leave,
      coalesce(sum(n) filter (where both_before and beyond_before and not (both_after and beyond_after)), 0)::integer as n_return,
      coalesce(sum(n) filter (where both_before and far_before), 0)::integer as n_far_before,
      coalesce(sum(n) filter (where both_before and far_after), 0)::integer as n_far_after,
      coalesce(sum(n) filter (where both_before and analysed), 0) as na0, sum(n * (v1::double precision / v0 - 1)) filter (where both_before and analysed) as ca0,
      coalesce(sum(n) filter (where both_before and not analysed), 0) as nr0, sum(n * (v1::double precision / v0 - 1)) filter (where both_before and not analysed) as cr0,
      coalesce(sum(n) filter (where both_after and analysed), 0) as na1, sum(n * (after::double precision / v0 - 1)) filter (where both_after and analysed) as ca1,
      coalesce(sum(n) filter (where both_after and not analysed), 0) as nr1, sum(n * (after::double precision / v0 - 1)) filter (where both_after and not analysed) as cr1
    from judged
    group by grouping sets ((district_code, synthetic, component_code), (district_code, synthetic, zone_code), (district_code, synthetic, tried))
  ), others as (
    select district_code, synthetic, zone_code, sum(properties)::integer as properties, sum(n_analysed) as na, sum(sum_analysed) as ca,
      sum(n_rest) as nr, sum(sum_rest) as cr
    from json_to_recordset(kept) as b (kind text, district_code text, synthetic boolean, zone_code text, properties integer,
      n_analysed integer, sum_analysed double precision, n_rest integer, sum_rest double precision)
    where kind = 'others'
    group by district_code, synthetic, zone_code
  ), studied as (
    select case when grouping(s.zone_code) = 0 then 2 when grouping(s.component_code) = 0 then 1 else 3 end as level, s.district_code, s.synthetic,
      s.component_code, s.zone_code,
      array_agg(s.v0::double precision) filter (where s.v0 is not null and s.s0 is not null) as v_lt,
      array_agg(s.s0::double precision) filter (where s.v0 is not null and s.s0 is not null) as s_lt,
      array_agg(s.v1::double precision) filter (where s.v1 is not null and s.s1 is not null) as v_before,
      array_agg(s.s1::double precision) filter (where s.v1 is not null and s.s1 is not null) as s_before,
      array_agg(s.after::double precision) filter (where s.after is not null and s.s1 is not null) as v_after,
      array_agg(s.s1::double precision) filter (where s.after is not null and s.s1 is not null) as s_after,
      count(*) filter (where s.s1 is not null and s.v0 is not null)::integer as n_implied,
      percentile_cont(0.5) within group (order by s.s1::double precision / s.v0) filter (where s.s1 is not null and s.v0 is not null) as implied
    from sale as s
    left join together as t on t.component_code = s.component_code
    group by grouping sets ((s.district_code, s.synthetic, s.component_code), (s.district_code, s.synthetic, s.zone_code), (s.district_code, s.synthetic, t.tried))
    having grouping(s.zone_code) = 0 or grouping(s.component_code) = 0 or t.tried
  ), level as materialized (
    select component_code, zone_code, district_code, synthetic, v0::ratio_study as r0, v1::ratio_study as r1
    from json_to_recordset(kept) as b (kind text, district_code text, synthetic boolean, component_code text, zone_code text, v0 text, v1 text)
    where kind = 'level'
  ), wide as (
    select g.*, o.na, o.ca, o.nr, o.cr, g.properties + coalesce(o.properties, 0) as all_properties,
      t.v_lt, t.s_lt, t.v_before, t.s_before, t.v_after, t.s_after, coalesce(t.n_implied, 0) as n_implied, t.implied,
      greatest(g.na0 + coalesce(o.na, 0), 0) as n_analysed_before, greatest(g.na1 + coalesce(o.na, 0), 0) as n_analysed_after,
      abs((coalesce(g.ca0, 0) + coalesce(o.ca, 0)) / nullif(g.na0 + coalesce(o.na, 0), 0)
        - (coalesce(g.cr0, 0) + coalesce(o.cr, 0)) / nullif(g.nr0 + coalesce(o.nr, 0), 0)) as coavc_before,
      abs((coalesce(g.ca1, 0) + coalesce(o.ca, 0)) / nullif(g.na1 + coalesce(o.na, 0), 0)
        - (coalesce(g.cr1, 0) + coalesce(o.cr, 0)) / nullif(g.nr1 + coalesce(o.nr, 0), 0)) as coavc_after
    from grouped as g
    left join others as o on g.level = 2 and o.district_code = g.district_code and o.synthetic = g.synthetic and o.zone_code = g.zone_code
    left join studied as t on t.level = g.level and t.district_code = g.district_code and t.synthetic = g.synthetic
      and t.component_code is not distinct from g.component_code and t.zone_code is not distinct from g.zone_code
    where g.level < 3 or g.tried and (among is not null or (select max(t.n) from together as t) > 1)
  ), study as materialized (
    -- Only what is asked for is computed: as an expression, since a function beside the rows is called for each of them.
    select w.*, case when w.level < 3 then e.r0 when w.v_lt is not null then ratio_study(w.v_lt, w.s_lt) end as r0,
      case when w.level < 3 then e.r1 when w.v_before is not null then ratio_study(w.v_before, w.s_before) end as r1,
      case when w.n_got = 0 then null when w.v_after is not null then ratio_study(w.v_after, w.s_after) end as r2
    from wide as w
    left join level as e on w.level < 3 and e.district_code = w.district_code and e.synthetic = w.synthetic
      and e.component_code is not distinct from w.component_code and e.zone_code is not distinct from w.zone_code
  )
  select w.level, w.district_code, w.synthetic, coalesce(w.component_code, w.zone_code, 'All') as code, w.factor, w.in_force, w.closed,
    w.all_properties as properties, w.n_got, w.n_moved, w.n_written, w.n_review, w.sum_before, w.sum_after,
    w.sum_after::double precision / nullif(w.sum_before, 0) - 1 as sums_change,
    w.n_valued, w.n_beyond_before, w.n_beyond_after, w.n_leave, w.n_return, w.n_far_before, w.n_far_after,
    coalesce(r0.n, 0) as n_lt, r0.mvp as mvp_lt, 100 * r0.mean_low as mvp_low_lt, 100 * r0.mean_high as mvp_high_lt, r0.cod as cod_lt, r0.prd as prd_lt,
    r0.prb as prb_lt, r0.prb_low as prb_low_lt, r0.prb_high as prb_high_lt,
    coalesce(r1.n, 0) as n_before, r1.mvp as mvp_before, 100 * r1.mean_low as mvp_low_before, 100 * r1.mean_high as mvp_high_before, r1.cod as cod_before,
    r1.prd as prd_before, r1.prb as prb_before, r1.prb_low as prb_low_before, r1.prb_high as prb_high_before,
    coalesce(r2.n, 0) as n_after, r2.mvp as mvp_after, 100 * r2.mean_low as mvp_low_after, 100 * r2.mean_high as mvp_high_after, r2.cod as cod_after,
    r2.prd as prd_after, r2.prb as prb_after, r2.prb_low as prb_low_after, r2.prb_high as prb_high_after,
    z.legacy_letter as zone_letter, z.cod_limit, w.coavc_before, w.coavc_after,
    t1.test_300 as test_300_before, t1.test_301 as test_301_before, t1.test_303 as test_303_before, t1.test_304 as test_304_before,
    t2.test_300 as test_300_after, t2.test_301 as test_301_after, t2.test_303 as test_303_after, t2.test_304 as test_304_after,
    w.n_implied, w.implied, w.implied / w.in_force - 1 as implied_before, w.implied / coalesce(w.factor, w.in_force) - 1 as implied_after, l.tolerance, l.most,
    case when w.level = 1 then factor_test(w.implied, w.in_force::double precision, w.n_implied, l.tolerance) end as test_305_before,
    case when w.level = 1 then factor_test(w.implied, coalesce(w.factor, w.in_force)::double precision, w.n_implied, l.tolerance) end as test_305_after
  from study as w
  join limits as l on l.code = w.district_code
  left join zone as z on w.level = 2 and z.code = w.zone_code and lt_base_date() between z.valid_from and z.valid_to
  cross join lateral (select (w.r0).*) as r0
  cross join lateral (select (w.r1).*) as r1
  cross join lateral (select (case when w.n_got > 0 then w.r2 else w.r1 end).*) as r2
  left join lateral level_tests(z.legacy_letter, z.cod_limit, r1.n, r1.cod, r1.mvp, r1.prd, w.n_analysed_before::integer, w.coavc_before) as t1 on w.level = 2
  left join lateral level_tests(z.legacy_letter, z.cod_limit, r2.n, r2.cod, r2.mvp, r2.prd, w.n_analysed_after::integer, w.coavc_after) as t2 on w.level = 2
  order by w.level, w.district_code, code;
end;

-- Measures of such a row, as people read them, with the limits of the audit and whether each is met: from five sales on, test 305 from three.
create function factor_measures(s factor_figures) returns table (
  posn integer, measure text, test integer, limits text, lt text, before text, after text, after_low text, after_high text,
  test_before text, test_after text
) language sql immutable parallel safe
begin atomic
  select m.posn, m.measure, m.test, m.limits, m.lt, m.before, m.after, m.after_low, m.after_high,
    coalesce(m.test_before, 'open'), coalesce(m.test_after, 'open')
  from (values
    (1, 'Sales', null::integer, null::text, (s).n_lt::text, (s).n_before::text, (s).n_after::text, null::text, null::text, null::text, null::text),
    (2, 'MVP, %', 303, case when (s).zone_letter is not null then '90 to 100' end, to_char((s).mvp_lt, 'FM9990.0'), to_char((s).mvp_before, 'FM9990.0'),
      to_char((s).mvp_after, 'FM9990.0'), to_char((s).mvp_low_after, 'FM9990.0'), to_char((s).mvp_high_after, 'FM9990.0'), (s).test_303_before, (s).test_303_after),
    (3, 'COD, %', case when (s).cod_limit > 10 then 302 else 301 end, 'under ' || trim_scale((s).cod_limit), to_char((s).cod_lt, 'FM9990.0'),
      to_char((s).cod_before, 'FM9990.0'), to_char((s).cod_after, 'FM9990.0'), null, null, (s).test_301_before, (s).test_301_after),
    (4, 'PRD', 304, case when (s).level = 2 then '0.98 to 1.03' end, to_char((s).prd_lt, 'FM9990.000'), to_char((s).prd_before, 'FM9990.000'),
      to_char((s).prd_after, 'FM9990.000'), null, null, (s).test_304_before, (s).test_304_after),
    (5, 'PRB', null, null, to_char((s).prb_lt, 'FM9990.000'), to_char((s).prb_before, 'FM9990.000'), to_char((s).prb_after, 'FM9990.000'),
      to_char((s).prb_low_after, 'FM9990.000'), to_char((s).prb_high_after, 'FM9990.000'), null, null),
    (6, 'Changes apart, %', 300, case when (s).level = 2 then 'at most 5' end, null, to_char(100 * (s).coavc_before, 'FM9990.0'),
      to_char(100 * (s).coavc_after, 'FM9990.0'), null, null, (s).test_300_before, (s).test_300_after),
    (7, 'Sales imply, %', 305, case when (s).level = 1 then 'within ' || trim_scale(round((100 * (s).tolerance)::numeric, 4)) end, null,
      to_char(100 * (s).implied_before, 'FMSG9990.0'), to_char(100 * (s).implied_after, 'FMSG9990.0'), null, null, (s).test_305_before, (s).test_305_after)
  ) as m (posn, measure, test, limits, lt, before, after, after_low, after_high, test_before, test_after)
  where m.posn < 6 or m.posn = 6 and (s).level = 2 or m.posn = 7 and (s).level = 1;
end;

comment on type factor_figures is 'What factors that are tried come to, of a component, a zone, or several components together.';
comment on function factor_figures_of is 'Figures of factors that are tried, "AAA=1.05;BBB=0.98". Writes nothing.';
comment on function factor_measures is 'Measures of factors that are tried, as people read them, with the limits of the audit.';

-- A scenario is of a district and the base date whose values it would make.
create table factor_scenario (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  base_date base_date not null default future_base_date(),
  name text not null,
  comment text,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  constraint factor_scenario_key unique (district_code, base_date, name, synthetic)
);
select record_table('factor_scenario', 'district');
select record_permission('factor_scenario', 'avalU');
create trigger of_chosen_data before insert on factor_scenario for each row
  when (not new.synthetic and app_user_id() is not null) execute function of_chosen_data();

create table factor_scenario_line (
  id bigint generated always as identity primary key,
  scenario_id bigint not null references factor_scenario (id) on delete cascade,
  posn integer,
  component_code text not null,
  factor numeric(9,6) not null check (factor > 0)
);
select child_table('factor_scenario_line', 'factor_scenario');

select closes_with_year('factor_scenario');
select closes_with_year('factor_scenario_line', parent => 'factor_scenario', reference => 'scenario_id', dated => 'o');

-- Why a component gets no factor, whatever the factor; null where it may have one. Without a data set it may be of any.
create function component_fault(of_district text, of_component text, of_synthetic boolean) returns text
language sql stable
return (
  select case when count(*) = 0 then format('There is no component %s in district %s.', of_component, of_district)
    when count(*) filter (where c.active) = 0 then format('Component %s is not active any more.', of_component)
    when count(*) filter (where c.active and c.handcrafted is not true) = 0
      then format('Component %s is handcrafted: its values are made one by one.', of_component) end
  from component as c
  where c.district_code = of_district and c.code = of_component and (of_synthetic is null or c.synthetic = of_synthetic));

create function factor_scenario_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  with line as (
    select l.n - 1 as i, l.row ->> 'component_code' as code, (l.row ->> 'factor')::numeric as factor,
      count(*) over (partition by l.row ->> 'component_code' order by l.n) as nth
    from jsonb_array_elements(coalesce(after -> 'lines', '[]')) with ordinality as l (row, n))
  select '/base_date', format('A scenario is made for the base date under work, %s.', to_char(future_base_date(), 'FMDD-Mon-YYYY'))
  where before is null and (after ->> 'base_date')::date <> future_base_date()
  union all
  select '/lines', 'A scenario needs a factor. Type one for a component first.' where after is not null and not exists (select from line)
  union all
  select format('/lines/%s/component_code', l.i),
    case when l.nth > 1 then format('Component %s stands here twice.', l.code)
      else component_fault(after ->> 'district_code', l.code, (before ->> 'synthetic')::boolean) end
  from line as l
  where l.nth > 1 or component_fault(after ->> 'district_code', l.code, (before ->> 'synthetic')::boolean) is not null
  union all
  select format('/lines/%s/factor', l.i), factor_fault(l.factor) from line as l where l.factor is not null and factor_fault(l.factor) is not null;
end;

comment on table factor_scenario is 'Factors of a district that are kept under a name, to be tried, compared and applied together.';
comment on column factor_scenario.base_date is 'The base date whose values its factors would make.';
comment on column factor_scenario.name is 'What people call it; each name once in a district and year.';
comment on column factor_scenario.comment is 'Why it is so.';
comment on table factor_scenario_line is 'The factor of each component of a scenario.';
comment on column factor_scenario_line.factor is 'The factor that the component would get.';

-- Lines of a scenario, each with why it may not be applied any more.
create function factor_scenario_lines(scenario bigint) returns table (
  line integer, district_code text, synthetic boolean, component_code text, factor numeric, fault text
) language sql stable
begin atomic
  select row_number() over (order by l.posn, l.id)::integer, s.district_code::text, s.synthetic, l.component_code, l.factor,
    coalesce(component_fault(s.district_code::text, l.component_code, s.synthetic), factor_fault(l.factor))
  from factor_scenario as s
  join factor_scenario_line as l on l.scenario_id = s.id
  where s.id = factor_scenario_lines.scenario
  order by l.posn, l.id;
end;

-- What a scenario would do, property by property: as factor_members says of each line. A line that is at fault keeps all of it back.
create function factor_scenario_members(scenario bigint) returns table (
  property_id bigint, version integer, district_code text, component_code text, factor numeric, v0 bigint, v1 bigint, new_value bigint,
  unchanged boolean, refused text, review text
) language sql stable
begin atomic
  with line as materialized (select l.* from factor_scenario_lines(scenario) as l),
  fault as (
    select string_agg(format('Line %s: %s', l.line, l.fault), ' ' order by l.line) as why from line as l where l.fault is not null)
  select m.property_id, m.version, m.district_code, m.component_code, l.factor, m.v0, m.v1, m.new_value, m.unchanged,
    coalesce(f.why || ' Nothing of the scenario is applied.', m.refused), m.review
  from line as l
  cross join fault as f
  cross join lateral factor_members(array[l.district_code], l.component_code, l.factor) as m
  where m.synthetic = l.synthetic;
end;

-- By the function that a single factor is applied by, factor by factor, so that each component has a run of its own. Whoever applies a
-- single factor meanwhile is waited for.
create function factor_scenario_apply(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  one record;
  reached bigint[] := '{}';
begin
  perform pg_advisory_xact_lock(hashtextextended('command factor_apply', 0));
  for one in
    select s.id as scenario, m.factor, array_agg(m.property_id order by m.property_id) as properties
    from unnest(ids) as s (id) cross join lateral factor_scenario_members(s.id) as m
    where m.refused is null and not m.unchanged
    group by s.id, m.factor order by s.id, m.factor
  loop
    if factor_apply(job, jsonb_build_object('factor', one.factor), one.properties) <> cardinality(one.properties) then
      raise exception 'Values were changed meanwhile. Nothing was changed; look again.';
    end if;
    reached := reached || one.scenario;
  end loop;
  return (select count(distinct r) from unnest(reached) as r);
end $$;

comment on function factor_scenario_lines is 'The lines of a scenario, each with why it may not be applied any more.';
comment on function factor_scenario_members is 'What a scenario would change, to what, and why properties keep their value. Writes nothing.';
comment on function component_fault is 'Why a component gets no factor, whatever the factor; null where it may have one.';
