-- Analyses beside benchmarks, and beside each other; what improvements are held against.

insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, choices, default_flag, default_number, default_text, by_region) values
('ANLY', 9, 'comparison.area.like', 'Alike in area within', 'Sale and benchmark whose areas differ by no more are compared lot by lot.', 'number', '%', 0, 100, false, null, null, 25, null, true),
('ANLY', 10, 'comparison.area.most', 'Compared up to', 'Where one area is more than so many times the other nothing is proposed.', 'number', 'times', 1, 10, false, null, null, 2, null, true),
('ANLY', 11, 'comparison.text', 'Text of a comparison', 'What is written beside a linked benchmark: one word or a sentence.', 'choice', null, null, null, false, '{word,sentence}', null, null, 'word', true);
insert into setting (key) values ('comparison.area.like'), ('comparison.area.most'), ('comparison.text');

create table analysis_benchmark (
  id bigint generated always as identity primary key,
  district_code district_code not null,
  analysis_id bigint not null references analysis (id) on delete cascade,
  property_id bigint not null references property (id) on delete cascade,
  component_code text,
  base_date base_date not null default future_base_date(),
  comparison text check (comparison in ('SUP', 'COM', 'INF')),
  -- Share by which the sale stands above the benchmark, in per cent.
  difference numeric(9, 2),
  text text,
  linked_by text not null default 'HAND' check (linked_by in ('HAND', 'RUN')),
  run_id bigint,
  synthetic boolean not null default false,
  constraint analysis_benchmark_once unique (analysis_id, property_id, base_date)
);
create index analysis_benchmark_property on analysis_benchmark (property_id, base_date);
create index analysis_benchmark_district on analysis_benchmark (district_code, component_code);
select record_table('analysis_benchmark', 'district');
select record_permission('analysis_benchmark', 'anlyU');
comment on table analysis_benchmark is 'Sales that a benchmark was compared with: superior, comparable or inferior to it.';

create table sale_pair (
  id bigint generated always as identity primary key,
  district_code district_code not null,
  analysis_a bigint not null references analysis (id) on delete cascade,
  analysis_b bigint not null references analysis (id) on delete cascade,
  kind text not null check (kind in ('VACIMP', 'FEATURE')),
  item text,
  adjustment numeric(14, 2),
  note text,
  synthetic boolean not null default false,
  check (analysis_a <> analysis_b),
  constraint sale_pair_once unique (analysis_a, analysis_b, kind, item)
);
create index sale_pair_b on sale_pair (analysis_b);
create index sale_pair_district on sale_pair (district_code);
select record_table('sale_pair', 'district');
select record_permission('sale_pair', 'anlyU');
comment on table sale_pair is 'Two analysed sales that differ in one thing, and what that is worth.';

-- A sale beside a benchmark: x = S1 · L ÷ (V1 · q^e). Null where nothing is proposed.
create function compared(s1 numeric, level numeric, v1 numeric, sale_area numeric, benchmark_area numeric, slope numeric,
  like_band numeric default 0.25, most numeric default 2) returns numeric
language sql immutable parallel safe
return (
  select case
    when s1 is null or coalesce(v1, 0) <= 0 or q > most or q < 1 / most then null
    when q is null or q between 1 - like_band and 1 + like_band then s1 * coalesce(level, 1) / v1
    else s1 * coalesce(level, 1) / (v1 * power(q, coalesce(slope, 1)))
  end
  from (select sale_area / nullif(benchmark_area, 0) as q) a);

create function comparison_of(x numeric, band numeric default 0.03) returns text
language sql immutable parallel safe
return case when x > 1 + band then 'SUP' when x < 1 - band then 'INF' when x is not null then 'COM' end;

-- Median of V1 ÷ S1 of a component's analysed sales; 1 of fewer than five.
create function component_level(of_district text, component text, of_synthetic boolean) returns numeric
language sql stable
return (select case when count(*) >= 5 then percentile_cont(0.5) within group (order by r.r1)::numeric else 1 end
  from public.ratio_sample(extract(year from public.lt_base_date())::integer) r
  join public.analysis a on a.id = r.analysis_id
  where r.district_code = of_district and r.component_code = component and a.synthetic = of_synthetic
    and r.in_standard and r.r1 is not null);

-- Slope of ln V1 on ln area over a component's properties; 1 of fewer than ten.
create function component_slope(of_district text, component text, of_synthetic boolean) returns numeric
language sql stable
return (select case when count(*) >= 10 then coalesce(regr_slope(ln(v.land_value::double precision), ln(p.area::double precision))::numeric, 1) else 1 end
  from public.property p
  join public.property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = public.future_base_date()
  where p.district_code = of_district and p.component_code = component and p.synthetic = of_synthetic and p.status = 'A'
    and p.area > 0 and v.land_value > 0);

-- The benchmarks of an analysis's component, each with what is proposed.
create function analysis_comparisons(which bigint)
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
      case when setting_text('comparison.text', region) = 'sentence' and k.found is not null then
        format('The sale at %s is %s the benchmark%s.', said_amount(a.alv_future::numeric),
          case k.found when 'SUP' then 'superior to' when 'INF' then 'inferior to' else 'comparable with' end,
          case when k.found <> 'COM' then format(' by %s %%', abs(round((c.x - 1) * 100))) else '' end)
        else case k.found when 'SUP' then 'Superior' when 'INF' then 'Inferior' when 'COM' then 'Comparable' end end,
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

-- Rates of improvements that the office takes as usual: its own, a region's or a district's; the narrowest holds.
create table improvement_schedule (
  id bigint generated always as identity primary key,
  scope text not null check (scope in ('GLOBAL', 'REGION', 'DISTRICT')),
  name text not null,
  region_id bigint references contract_region (id) on delete cascade,
  district text,
  valid_from date not null default '1900-01-01',
  valid_to date not null default '9999-12-31',
  -- Goes with the demo data; both data sets are held against it.
  demo boolean not null default false,
  check (valid_from <= valid_to),
  check ((scope = 'REGION') = (region_id is not null) and (scope = 'DISTRICT') = (district is not null))
);
create index improvement_schedule_region on improvement_schedule (region_id);
create unique index improvement_schedule_name on improvement_schedule (lower(name));
select record_table('improvement_schedule', 'all');
select record_permission('improvement_schedule', 'refiU');
create table improvement_rate (
  id bigint generated always as identity primary key,
  schedule_id bigint not null references improvement_schedule (id) on delete cascade,
  posn integer,
  type text not null,
  description text,
  unit text,
  low numeric(14, 2) not null check (low >= 0),
  high numeric(14, 2) not null,
  condition text,
  check (high >= low)
);
create index improvement_rate_schedule on improvement_rate (schedule_id);
select record_table('improvement_rate', 'all');
select record_permission('improvement_rate', 'refiU');
comment on table improvement_schedule is 'Schedules of the usual rates of improvements: everywhere, of a region or of a district.';

create function improvement_schedule_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select r.pointer, r.message from (values
    ('/region_id', 'Which region? A schedule of a region names it.', after ->> 'scope' = 'REGION' and after ->> 'region_id' is null),
    ('/region_id', 'Only a schedule of a region names one. Clear it.', after ->> 'scope' <> 'REGION' and after ->> 'region_id' is not null),
    ('/district', 'Which district? A schedule of a district names it.', after ->> 'scope' = 'DISTRICT' and after ->> 'district' is null),
    ('/district', 'Only a schedule of a district names one. Clear it.', after ->> 'scope' <> 'DISTRICT' and after ->> 'district' is not null),
    ('/valid_from', 'From which day does it hold? Enter one, such as 01-Jan-1900.', before is not null and after ->> 'valid_from' is null),
    ('/valid_to', 'Until which day does it hold? Enter one, such as 31-Dec-9999.', before is not null and after ->> 'valid_to' is null),
    ('/valid_to', 'It ends before it begins.', (after ->> 'valid_to')::date < (after ->> 'valid_from')::date)
  ) r (pointer, message, wrong) where r.wrong
  union all
  select format('/rates/%s/high', l.n - 1), 'The highest usual rate is below the lowest.'
  from jsonb_array_elements(coalesce(after -> 'rates', '[]')) with ordinality l (row, n)
  where (l.row ->> 'high')::numeric < (l.row ->> 'low')::numeric;
end;

create function sale_pair_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select '/analysis_b', case
      when b.id is null then 'There is no such analysis in your districts.'
      when b.id = a.id then 'An analysis is paired with another one.'
      when b.district_code::text <> a.district_code::text then format('It lies in district %s. Sales of one district are paired.', b.district_code)
      else 'They are paired in this already. Change that pair.' end
  from analysis a
  left join analysis b on b.id = (after ->> 'analysis_b')::bigint
  where a.id = (after ->> 'analysis_a')::bigint
    and (b.id is null or b.id = a.id or b.district_code::text <> a.district_code::text or exists (
      select from sale_pair o where o.id <> coalesce((before ->> 'id')::bigint, 0)
        and least(o.analysis_a, o.analysis_b) = least(a.id, b.id) and greatest(o.analysis_a, o.analysis_b) = greatest(a.id, b.id)
        and o.kind = after ->> 'kind' and coalesce(o.item, '') = coalesce(after ->> 'item', '')));
end;

-- The usual range of a line: of the narrowest schedule in force that has its type, unit and condition.
create function usual_rate(of_district text, on_date date, of_type text, of_unit text, of_condition text)
returns table (schedule text, low numeric, high numeric)
language sql stable
begin atomic
  select s.name, r.low, r.high
  from public.improvement_schedule s
  join public.improvement_rate r on r.schedule_id = s.id
  where (s.scope = 'GLOBAL' or s.district = of_district or s.region_id = public.contract_region_of(of_district))
    and coalesce(on_date, public.lt_base_date()) between s.valid_from and s.valid_to
    and r.type = of_type and (r.unit is null or r.unit = of_unit) and (r.condition is null or r.condition = of_condition)
  order by array_position(array['DISTRICT', 'REGION', 'GLOBAL'], s.scope), r.condition nulls last, r.unit nulls last, s.valid_from desc, r.posn, r.id
  limit 1;
end;
