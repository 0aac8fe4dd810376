-- Linking is looked for once, and cheaper: the plan tells the sales and benchmarks that its sentence counts, what cannot come near is left
-- out before it is compared, and only the nearest are told.

-- Without a query of its own it is put into the one that compares.
create or replace function compared(s1 numeric, level numeric, v1 numeric, sale_area numeric, benchmark_area numeric, slope numeric,
  like_band numeric default 0.25, most numeric default 2) returns numeric
language sql immutable parallel safe
return case
  when s1 is null or coalesce(v1, 0) <= 0 or sale_area / nullif(benchmark_area, 0) > most or sale_area / nullif(benchmark_area, 0) < 1 / most
    then null
  when sale_area is null or nullif(benchmark_area, 0) is null or sale_area / benchmark_area between 1 - like_band and 1 + like_band
    then s1 * coalesce(level, 1) / v1
  else s1 * coalesce(level, 1) / (v1 * power(sale_area / benchmark_area, coalesce(slope, 1))) end;

-- The analyses in the standard, with what the level of a component is taken of, and which of them are the sales that a base date's values
-- are held against: of the year before it, with a value at it.
create function value_sample(of_districts text[], of_year integer)
returns table (
  analysis_id bigint, sale_id bigint, property_id bigint, district_code text, component_code text, synthetic boolean, address text,
  contract_date date, purchase_price bigint, sale_code text, suitability text, area numeric, s1 bigint, v1 bigint, r1 double precision,
  eligible boolean
) language sql stable
begin atomic
  select r.analysis_id, r.sale_id, r.property_id, r.district_code, r.component_code, a.synthetic, r.address, r.contract_date, r.purchase_price,
    r.sale_code, r.suitability, nullif(r.area, 0), r.alv_future, r.v1, r.r1,
    r.alv_future > 0 and r.contract_date between sale_window_start(of_year - 1) and sale_window_end(of_year - 1)
  from ratio_sample(of_year - 1) r
  join analysis a on a.id = r.analysis_id
  where r.district_code = any (of_districts) and a.district_code::text = any (of_districts) and r.in_standard;
end;

create or replace function value_sales(of_districts text[], of_year integer)
returns table (
  analysis_id bigint, sale_id bigint, property_id bigint, district_code text, component_code text, synthetic boolean, address text,
  contract_date date, purchase_price bigint, sale_code text, suitability text, area numeric, s1 bigint, v1 bigint
) language sql stable
begin atomic
  select v.analysis_id, v.sale_id, v.property_id, v.district_code, v.component_code, v.synthetic, v.address, v.contract_date, v.purchase_price,
    v.sale_code, v.suitability, v.area, v.s1, v.v1
  from value_sample(of_districts, of_year) v
  where v.eligible;
end;

-- The analysed sales of the window beside the benchmarks of their component whose value they come near: of each the nearest, and which
-- of them a run links: as many as are asked less those that were linked by hand. Level and slope as component_level and
-- component_slope say them, of all components at once.
create or replace function link_candidates(of_districts text[], of_components bigint[] default null)
returns table (
  component_id bigint, district_code text, synthetic boolean, component_code text, benchmark_id bigint, benchmark_type text, v1 bigint,
  analysis_id bigint, sale_id bigint, s1 bigint, x numeric, distance numeric, place integer, comparison text, difference numeric,
  words text, linked_by text, chosen boolean
) language sql stable
begin atomic
  with date as materialized (select future_base_date() as next),
  lim as materialized (
    select l.*, l.band::double precision as band_f, l.alike::double precision as alike_f, l.most::double precision as most_f
    from (select d.code as of_district, setting_number('link.band', d.region) / 100 as band, setting_number('link.nearest', d.region) as nearest,
      setting_number('link.area.step', d.region) / 100 as area_step, setting_number('link.months.step', d.region) as months_step,
      setting_number('link.distance.step', d.region) as km_step, setting_number('comparison.area.like', d.region) / 100 as alike,
      setting_number('comparison.area.most', d.region) as most, setting_number('comparison.band', d.region) / 100 as same_within,
      setting_text('comparison.text', d.region) as style
    from (select u.code, contract_region_of(u.code) as region from unnest(of_districts) u (code)) d) l),
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
  sample as materialized (
    select v.* from value_sample(of_districts, extract(year from future_base_date())::integer) v),
  s as materialized (
    -- By component, so that each benchmark meets the sales of its own alone.
    select v.district_code, v.component_code, v.synthetic, array_agg(v.analysis_id) as analysis_ids, array_agg(v.sale_id) as sale_ids,
      array_agg(v.property_id) as property_ids, array_agg(v.contract_date) as contract_dates, array_agg(v.s1) as s1s, array_agg(v.area) as areas
    from sample v where v.eligible group by 1, 2, 3),
  level as materialized (
    select r.district_code, r.component_code, r.synthetic,
      case when count(*) >= 5 then percentile_cont(0.5) within group (order by r.r1)::numeric else 1 end as level
    from sample r where r.r1 is not null group by 1, 2, 3),
  slope as materialized (
    select p.district_code::text as district_code, p.component_code, p.synthetic, case when count(*) >= 10
      then coalesce(regr_slope(ln(v.land_value::double precision), ln(p.area::double precision))::numeric, 1) else 1 end as slope
    from property p
    join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = (select next from date) and v.land_value > 0
      and v.district_code::text = any (of_districts)
    where p.status = 'A' and p.area > 0 and p.district_code::text = any (of_districts)
      and (of_components is null or p.component_code in (select b.code from b))
    group by 1, 2, 3),
  hand as materialized (
    select l.property_id, count(*) filter (where l.linked_by = 'HAND') as n
    from analysis_benchmark l
    where l.base_date = (select next from date) and l.property_id in (select b.id from b)
    group by l.property_id),
  met as materialized (
    select b.component_id, b.district_code, b.synthetic, b.code, b.id as benchmark_id, b.benchmark_type, b.v1, b.area as benchmark_area, b.lat, b.lon,
      level.level, slope.slope, lim.*, s.analysis_ids, s.sale_ids, s.property_ids, s.contract_dates, s.s1s, s.areas
    from b
    join lim on lim.of_district = b.district_code
    join s on s.district_code = b.district_code and s.component_code = b.code and s.synthetic = b.synthetic
    left join level on level.district_code = b.district_code and level.component_code = b.code and level.synthetic = b.synthetic
    left join slope on slope.district_code = b.district_code and slope.component_code = b.code and slope.synthetic = b.synthetic),
  pair as materialized (
    -- By floating point, a hair wider than the band, what cannot come near: of a hundred pairs most.
    select b.component_id, b.district_code, b.synthetic, b.code, b.benchmark_id, b.benchmark_type, b.v1, b.benchmark_area, b.lat, b.lon, b.level, b.slope,
      b.band, b.nearest, b.area_step, b.months_step, b.km_step, b.alike, b.most, b.same_within, b.style,
      u.analysis_id, u.sale_id, u.property_id, u.contract_date, u.s1, u.area
    from met b
    cross join lateral unnest(b.analysis_ids, b.sale_ids, b.property_ids, b.contract_dates, b.s1s, b.areas)
      as u (analysis_id, sale_id, property_id, contract_date, s1, area)
    cross join lateral (select u.area::double precision / b.benchmark_area::double precision as q,
      u.s1 * coalesce(b.level, 1)::double precision / b.v1 as plain offset 0) f
    where f.q is null and abs(f.plain - 1) <= b.band_f + 1e-6
      or f.q between 1 / b.most_f - 1e-6 and b.most_f + 1e-6 and (
        f.q between 1 - b.alike_f - 1e-6 and 1 + b.alike_f + 1e-6 and abs(f.plain - 1) <= b.band_f + 1e-6
        or f.q not between 1 - b.alike_f + 1e-6 and 1 + b.alike_f - 1e-6
          and abs(f.plain / power(f.q, coalesce(b.slope, 1)::double precision) - 1) <= b.band_f + 1e-6)),
  near as materialized (
    select p.*, c.x
    from pair p
    cross join lateral (select compared(p.s1::numeric, p.level, p.v1::numeric, p.area, p.benchmark_area, p.slope, p.alike, p.most) as x offset 0) c
    where c.x between 1 - p.band and 1 + p.band),
  ranked as (
    select n.*, l.linked_by, d.distance, n.nearest - coalesce(hand.n, 0) as room,
      row_number() over (partition by n.benchmark_id, l.linked_by is not distinct from 'HAND' order by d.distance, n.analysis_id)::integer as place
    from near n
    left join hand on hand.property_id = n.benchmark_id
    left join property q on q.id = n.property_id and q.district_code::text = n.district_code
    left join analysis_benchmark l on l.analysis_id = n.analysis_id and l.property_id = n.benchmark_id and l.base_date = (select next from date)
    cross join lateral (select link_distance(n.area, n.benchmark_area, ((select next from date) - n.contract_date) / 30.4375,
      metres_between(n.lat, n.lon, q.lat, q.lon), n.area_step, n.months_step, n.km_step) as distance offset 0) d)
  select n.component_id, n.district_code, n.synthetic, n.code, n.benchmark_id, n.benchmark_type, n.v1, n.analysis_id, n.sale_id,
    n.s1, round(n.x, 4), round(n.distance, 4), n.place, c.found, round((n.x - 1) * 100, 1),
    comparison_words(n.style, c.found, n.x, n.s1::numeric), n.linked_by,
    n.linked_by is distinct from 'HAND' and n.place <= n.room
  from ranked n
  cross join lateral (select comparison_of(n.x, n.same_within) as found offset 0) c
  where n.place <= n.nearest;
end;

drop function link_plan(text[], bigint[]);

-- What a run would do to each component, and why it would not. same: its links stand as the run would make them. With the sales and the
-- benchmarks that are linked then, by hand or by the run, each once.
create function link_plan(of_districts text[], of_components bigint[] default null)
returns table (
  component_id bigint, version integer, district_code text, synthetic boolean, component_code text, n_benchmarks integer, n_without_value integer,
  n_eligible integer, n_links integer, n_hand integer, n_run integer, unchanged boolean, refused text, note text,
  sales bigint[], benchmarks bigint[]
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
  linked as (
    select u.component_id, array_agg(distinct u.analysis_id) as sales, array_agg(distinct u.benchmark_id) as benchmarks
    from (
      select w.component_id, w.analysis_id, w.benchmark_id from w
      union all
      select l.component_id, l.analysis_id, l.property_id from l where l.linked_by = 'HAND') u
    group by u.component_id),
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
      case when stands.n_run > coalesce(plan.n_kept, 0) then format('%s of an earlier run replaced', stands.n_run - coalesce(plan.n_kept, 0)) end),
    linked.sales, linked.benchmarks
  from k
  join closed on closed.code = k.district_code and closed.synthetic = k.synthetic
  left join b on b.component_id = k.id
  left join s on s.district_code = k.district_code and s.component_code = k.code and s.synthetic = k.synthetic
  left join plan on plan.component_id = k.id
  left join stands on stands.component_id = k.id
  left join linked on linked.component_id = k.id
  left join component_year y on y.district_code = k.district_code and y.component_code = k.code and y.synthetic = k.synthetic
    and y.base_date = (select next from date);
end;

comment on function link_candidates is 'The nearest analysed sales of each benchmark within the band, and which of them a run links. Writes nothing.';
comment on function link_plan is 'What linking in bulk would do to each component, or why not. Writes nothing.';
