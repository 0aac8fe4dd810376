-- Comparables: the analysed sales that stand nearest to a property, each adjusted to it in dollars, and why a near sale is none of them.
-- How far a sale stands is counted in steps, as for links to benchmarks: of area, time and distance by the same options.

update setting_kind set title = replace(title, 'Linking: one', 'Links and comparables: one') where key like 'link.%.step';

insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, default_flag, default_number, by_region) values
('ANLY', 12, 'comparable.nearest', 'Comparables: how many', 'So many sales are taken at most, the nearest by steps.', 'number', 'sales', 1, 50, true, null, 6, true),
('ANLY', 12, 'comparable.months', 'Comparables: contracts within', 'A contract further from the base date is too old, or too new.', 'number', 'months', 1, 120, true, null, 24, true),
('ANLY', 12, 'comparable.distance', 'Comparables: distance up to', 'Only where both positions are known.', 'number', 'km', 0.1, 500, false, null, 5, true),
('ANLY', 12, 'comparable.zone.other', 'Comparables: sales of other zones', 'Whether a sale of another zone is taken.', 'flag', null, null, null, false, false, null, true),
('ANLY', 12, 'comparable.zone.step', 'Comparables: another zone', 'A sale of another zone stands so many steps further away.', 'number', 'steps', 0, 100, false, null, 1, true),
('ANLY', 12, 'comparable.component.step', 'Comparables: another component', 'A sale of another component stands so many steps further away.', 'number', 'steps', 0, 100, false, null, 1, true),
('ANLY', 12, 'comparable.improved.step', 'Comparables: sold with improvements', 'Land that was sold vacant says more of land; any other sale stands so many steps further away.', 'number', 'steps', 0, 100, false, null, 0.5, true),
('ANLY', 12, 'comparable.power', 'Comparables: weight falls by the power', 'The weight of a sale is 1 over its steps and one more, to this power. 0: all weigh the same.', 'number', null, 0, 10, false, null, 2, true);
insert into setting (key) select key from setting_kind where key like 'comparable.%';

create function comparable_limits(of_district text)
returns table (
  base_date date, nearest integer, months double precision, km double precision, other_zones boolean, area_step double precision,
  months_step double precision, km_step double precision, zone_step double precision, component_step double precision,
  improved_step double precision, power double precision, alike double precision, most double precision
) language sql stable
begin atomic
  select future_base_date(), setting_number('comparable.nearest', r)::integer, setting_number('comparable.months', r), setting_number('comparable.distance', r),
    setting_flag('comparable.zone.other', r), setting_number('link.area.step', r) / 100, setting_number('link.months.step', r),
    setting_number('link.distance.step', r), setting_number('comparable.zone.step', r), setting_number('comparable.component.step', r),
    setting_number('comparable.improved.step', r), setting_number('comparable.power', r), setting_number('comparison.area.like', r) / 100,
    setting_number('comparison.area.most', r)
  from contract_region_of(of_district) r;
end;

-- What sales are held against: a property as it is, or as it was when a sale of it was analysed.
create type comparable_subject as (
  posn bigint, own_sale bigint, property_id bigint, district_code text, synthetic boolean, zone_code text, component_code text,
  strata boolean, area numeric, lat double precision, lon double precision
);

create function comparable_subject_of(of_property bigint, of_analysis bigint) returns setof comparable_subject
language sql stable
begin atomic
  select 1::bigint, coalesce(a.sale_id, -a.id), p.id, p.district_code::text, p.synthetic, coalesce(a.zone_code, p.zone_code),
    coalesce(a.component_code, p.component_code), p.strata_lot is not null, nullif(coalesce(a.area, p.area), 0), p.lat, p.lon
  from property p
  left join analysis a on a.id = of_analysis and a.property_id = p.id
  where p.id = coalesce(of_property, (select o.property_id from analysis o where o.id = of_analysis));
end;

-- The sales of a district that may be comparables of anything: in the office's standard, analysed with a land value at the contract date
-- and at the base date under work, not too old. The latest analysis of each.
create function comparable_evidence(of_district text, of_synthetic boolean)
returns table (
  sale_key bigint, analysis_id bigint, sale_id bigint, property_id bigint, address text, contract_date date, months double precision,
  nature text, zone_code text, component_code text, strata boolean, area numeric, lat double precision, lon double precision,
  purchase_price bigint, analysed_lv bigint, s1 bigint
) language sql stable
begin atomic
  -- The year is a column, as what is given by a call would be computed for each row.
  with d as materialized (
    select l.base_date, l.months, extract(year from l.base_date)::integer - 1 as year from comparable_limits(of_district) l)
  select distinct on (coalesce(r.sale_id, -r.analysis_id)) coalesce(r.sale_id, -r.analysis_id), r.analysis_id, r.sale_id, r.property_id, r.address,
    r.contract_date, months_between(r.contract_date, d.base_date), s.nature, r.zone_code, r.component_code, p.strata_lot is not null,
    nullif(r.area, 0), p.lat, p.lon, r.purchase_price, r.analysed_lv, r.alv_future
  from d
  cross join lateral ratio_sample(d.year) r
  join analysis a on a.id = r.analysis_id and a.synthetic = of_synthetic and a.district_code::text = of_district
  join property p on p.id = r.property_id
  left join sale s on s.id = r.sale_id
  where r.district_code = of_district and r.in_standard and r.analysed_lv > 0 and r.alv_future > 0 and abs(months_between(r.contract_date, d.base_date)) <= d.months
  order by coalesce(r.sale_id, -r.analysis_id), r.analysis_id desc;
end;

-- Each subject beside all evidence of its district: steps apart, adjustments, and why it is no comparable; without the refused only what
-- may be one. All subjects are of one district and data set.
-- Area: within the option Alike in area lot is compared with lot, beyond it by the slope of the subject's component. Place: by what the
-- primary benchmarks of both components are worth at like area.
create function comparable_scores(subjects comparable_subject[], with_refused boolean)
returns table (
  posn bigint, sale_key bigint, analysis_id bigint, sale_id bigint, property_id bigint, address text, contract_date date, nature text,
  zone_code text, component_code text, area numeric, lat double precision, lon double precision, months double precision, km double precision,
  purchase_price bigint, not_land bigint, time_adjustment bigint, area_adjustment bigint, place_adjustment bigint, adjusted bigint,
  area_steps double precision, time_steps double precision, distance_steps double precision, zone_steps double precision,
  component_steps double precision, improved_steps double precision, steps double precision, weight double precision,
  reason text, detail text, place bigint, taken boolean
) language sql stable
begin atomic
  with d as materialized (
    select s.district_code, s.synthetic, l.*
    from (select district_code, synthetic from unnest(subjects) limit 1) s cross join lateral comparable_limits(s.district_code) l),
  -- A hair wider than the options, by which each pair is judged below.
  subject as materialized (
    select s.*, s.area / d.most::numeric * 0.999 as least, s.area * d.most::numeric * 1.001 as most from d cross join unnest(subjects) s),
  e as materialized (
    select e.* from d cross join lateral comparable_evidence(d.district_code, d.synthetic) e),
  slope as materialized (
    select c.component_code, component_slope(d.district_code, c.component_code, d.synthetic)::double precision as slope
    from d cross join (select distinct component_code from subject) c),
  benchmark as materialized (
    select distinct on (p.component_code) p.component_code, v.land_value::double precision as v1, nullif(p.area, 0)::double precision as area
    from d
    join property p on p.district_code::text = d.district_code and p.synthetic = d.synthetic and p.status = 'A' and p.benchmark_type = 'P'
    join property_value v on v.property_id = p.id and v.series = 'LT' and v.base_date = d.base_date and v.land_value > 0
    order by p.component_code, p.id),
  -- What land of one component is worth of that of another.
  level as materialized (
    select b.component_code as of_component, o.component_code, b.v1 / (o.v1 * case
      when o.area is null or b.area is null or o.area / b.area between 1 - d.alike and 1 + d.alike then 1 else power(b.area / o.area, k.slope) end) as f
    from benchmark b join slope k on k.component_code = b.component_code cross join benchmark o cross join d),
  pair as materialized (
    select s.posn, e.*, m.km, m.q,
      case when m.q is null or m.q between 1 - d.alike and 1 + d.alike then 1 else power(1 / m.q, k.slope) end as area_factor,
      case when e.component_code is not distinct from s.component_code then 1 else l.f end as place_factor,
      case when s.strata <> e.strata then 'Other title' when e.zone_code is distinct from s.zone_code and not d.other_zones then 'Other zone'
        when m.km > d.km then 'Too far' when (s.area is null) <> (e.area is null) then 'Area not known'
        when m.q > d.most or m.q < 1 / d.most then 'Other size'
        when e.component_code is distinct from s.component_code and l.f is null then 'No benchmark to compare by' end as reason,
      coalesce(abs(ln(m.q)) / ln(1 + d.area_step), 0) as area_steps, abs(e.months) / d.months_step as time_steps,
      coalesce(m.km / d.km_step, 0) as distance_steps,
      case when e.zone_code is distinct from s.zone_code then d.zone_step else 0 end as zone_steps,
      case when e.component_code is distinct from s.component_code then d.component_step else 0 end as component_steps,
      case when e.nature is distinct from 'V' then d.improved_step else 0 end as improved_steps, d.nearest, d.power
    from subject s
    cross join d
    -- What is of no use is left before it is measured, by a box a little too large: a degree of latitude has 111.2 km.
    join e on e.sale_key is distinct from s.own_sale and (with_refused
      or e.strata = s.strata and (d.other_zones or e.zone_code is not distinct from s.zone_code)
        and coalesce(abs(e.lat - s.lat) * 111 <= d.km, true) and coalesce(abs(e.lon - s.lon) * 100 * cos(radians(s.lat)) <= d.km, true)
        and coalesce(e.area >= s.least and e.area <= s.most, true))
    left join slope k on k.component_code is not distinct from s.component_code
    left join level l on l.of_component = s.component_code and l.component_code = e.component_code
    cross join lateral (select metres_between(s.lat, s.lon, e.lat, e.lon) / 1000 as km,
      (e.area / s.area)::double precision as q offset 0) m),
  ranked as (
    select p.*, t.steps, row_number() over (partition by p.posn, p.reason is null order by t.steps, p.analysis_id) as place
    from pair p
    cross join lateral (select p.area_steps + p.time_steps + p.distance_steps + p.zone_steps + p.component_steps + p.improved_steps as steps offset 0) t
    where with_refused or p.reason is null)
  select r.posn, r.sale_key, r.analysis_id, r.sale_id, r.property_id, r.address, r.contract_date, r.nature, r.zone_code, r.component_code, r.area,
    r.lat, r.lon, r.months, r.km, r.purchase_price, r.analysed_lv - r.purchase_price, r.s1 - r.analysed_lv, a.by_area, b.by_place,
    r.s1 + a.by_area + b.by_place, r.area_steps, r.time_steps, r.distance_steps, r.zone_steps, r.component_steps, r.improved_steps, r.steps,
    power(1 + r.steps, -r.power), r.reason,
    case r.reason when 'Other zone' then coalesce(r.zone_code, 'No zone') when 'Too far' then to_char(r.km, 'FM999990.0') || ' km'
      when 'Other title' then case when r.strata then 'Strata lot' else 'No strata lot' end
      when 'Other size' then to_char(case when r.q < 1 then 1 / r.q else r.q end, 'FM999990.0') || case when r.q < 1 then ' times smaller' else ' times larger' end
      when 'No benchmark to compare by' then coalesce('Component ' || r.component_code, 'No component') end,
    r.place, r.reason is null and r.place <= r.nearest
  from ranked r
  cross join lateral (select round((r.s1 * (r.area_factor - 1))::numeric)::bigint as by_area offset 0) a
  cross join lateral (select round(((r.s1 + a.by_area) * (r.place_factor - 1))::numeric)::bigint as by_place offset 0) b;
end;

-- The comparables of a property or of an analysis, nearest first.
create function comparables(of_property bigint, of_analysis bigint default null)
returns table (
  place bigint, analysis_id bigint, sale_id bigint, property_id bigint, address text, contract_date date, nature text, zone_code text,
  component_code text, area numeric, lat double precision, lon double precision, km double precision, purchase_price bigint, not_land bigint,
  time_adjustment bigint, area_adjustment bigint, place_adjustment bigint, adjusted bigint, area_steps double precision,
  time_steps double precision, distance_steps double precision, zone_steps double precision, component_steps double precision,
  improved_steps double precision, steps double precision, weight double precision, share double precision
) language sql stable
begin atomic
  select c.place, c.analysis_id, c.sale_id, c.property_id, c.address, c.contract_date, c.nature, c.zone_code, c.component_code, c.area, c.lat, c.lon,
    c.km, c.purchase_price, c.not_land, c.time_adjustment, c.area_adjustment, c.place_adjustment, c.adjusted, c.area_steps, c.time_steps,
    c.distance_steps, c.zone_steps, c.component_steps, c.improved_steps, c.steps, c.weight, c.weight / sum(c.weight) over ()
  from comparable_scores(array(select s from comparable_subject_of(of_property, of_analysis) s), false) c
  where c.taken
  order by c.place;
end;

-- Sales near a property or an analysis that are none of its comparables, each with the first reason that holds. Near is what lies in its
-- component, or within the distance of the options; contracts of twice the time are told.
create function comparables_refused(of_property bigint, of_analysis bigint default null)
returns table (
  sale_id bigint, analysis_id bigint, property_id bigint, address text, contract_date date, purchase_price bigint, area numeric, zone_code text,
  component_code text, lat double precision, lon double precision, km double precision, steps double precision, reason text, detail text
) language sql stable
begin atomic
  with s as materialized (select * from comparable_subject_of(of_property, of_analysis)),
  d as materialized (select l.* from s cross join lateral comparable_limits(s.district_code) l),
  scored as materialized (
    select c.*, count(*) filter (where c.reason is null) over () as n from comparable_scores(array(select r from comparable_subject_of(of_property, of_analysis) r), true) c),
  near as materialized (
    select n.*, p.address as address_of, p.zone_code as zone_of, p.component_code as component_of, p.status as status_of, p.area as area_of, p.lat, p.lon, m.km
    from s cross join d
    join sale n on n.district_code::text = s.district_code and n.synthetic = s.synthetic and n.id is distinct from s.own_sale
      and n.contract_date between d.base_date - make_interval(months => 2 * d.months::integer) and d.base_date + make_interval(months => 2 * d.months::integer)
    join property p on p.id = n.property_id
    cross join lateral (select metres_between(s.lat, s.lon, p.lat, p.lon) / 1000 as km offset 0) m
    where p.component_code = s.component_code or m.km <= d.km)
  select n.id, coalesce(c.analysis_id, a.id), n.property_id, coalesce(n.address_of, n.address), coalesce(a.contract_date, n.contract_date),
    n.purchase_price::bigint, coalesce(a.area, n.area_of), coalesce(a.zone_code, n.zone_of), coalesce(a.component_code, n.component_of), n.lat, n.lon,
    n.km, c.steps, t.reason, t.detail
  from near n
  cross join d
  left join scored c on c.sale_id = n.id
  left join lateral (select o.* from analysis o where o.sale_id = n.id order by o.id desc limit 1) a on true
  cross join lateral (select months_between(coalesce(a.contract_date, n.contract_date), d.base_date) as months offset 0) k
  cross join lateral (
    select w.reason, w.detail from (values
      (1, c.sale_key is not null and c.reason is not null, c.reason, c.detail),
      (2, c.sale_key is not null, 'Nearer ones are taken', format('Place %s of %s', c.place, c.n)),
      (3, k.months > d.months, 'Too old', to_char(k.months, 'FM999990.0') || ' months'),
      (4, k.months < -d.months, 'Too new', to_char(-k.months, 'FM999990.0') || ' months'),
      (5, coalesce(a.interest_pct, n.interest_pct, 100) < 100, 'Part interest', trim_scale(coalesce(a.interest_pct, n.interest_pct)) || ' %'),
      (6, n.multi_property, 'Several properties', case when n.dealing_size > 1 then n.dealing_size || ' at one price' else 'At one price' end),
      (7, n.status_of <> 'A', 'Property not active', case n.status_of when 'X' then 'Cancelled' else 'Out of contract' end),
      (8, not n.confirmed, 'Not confirmed', null),
      (9, n.suitable is false, 'Unsuitable', 'The sale'),
      (10, a.suitability = 'NO', 'Unsuitable', coalesce(a.suitability_reason, 'Its analysis')),
      (11, coalesce(a.purchase_price, n.purchase_price)::bigint < setting_number('sale.nominal.price'), 'Nominal price', null),
      (12, a.id is null, 'Not analysed', null),
      (13, true, 'No land value', 'Its analysis has none at the base date')
    ) w (posn, holds, reason, detail) where w.holds order by w.posn limit 1) t
  where not coalesce(c.taken, false);
end;

-- Each comparable sale of a component foretold from the others by the same steps and weights: what the weights are worth.
create function comparable_errors(of_property bigint, of_analysis bigint default null)
returns table (
  analysis_id bigint, sale_id bigint, address text, contract_date date, s1 bigint, comparables bigint, foretold bigint, error double precision
) language sql stable
begin atomic
  with s as materialized (select * from comparable_subject_of(of_property, of_analysis)),
  own as materialized (
    select e.*, s.district_code, s.synthetic
    from s cross join lateral comparable_evidence(s.district_code, s.synthetic) e
    where e.component_code = s.component_code and e.strata = s.strata),
  told as (
    select c.posn, count(*) as n, round((sum(c.weight * c.adjusted) / sum(c.weight))::numeric)::bigint as foretold
    from comparable_scores(array(select (o.analysis_id, o.sale_key, o.property_id, o.district_code, o.synthetic, o.zone_code, o.component_code,
      o.strata, o.area, o.lat, o.lon)::comparable_subject from own o), false) c
    where c.taken
    group by c.posn)
  select o.analysis_id, o.sale_id, o.address, o.contract_date, o.s1, coalesce(t.n, 0), t.foretold,
    abs(t.foretold - o.s1) / o.s1::double precision
  from own o left join told t on t.posn = o.analysis_id;
end;

comment on function comparables is 'The nearest analysed sales of a property or an analysis, each adjusted to it in dollars. Writes nothing.';
comment on function comparables_refused is 'Near sales that are no comparables of a property or an analysis, and why not.';
comment on function comparable_errors is 'Each comparable sale of the component, foretold from the others by the same steps and weights.';
comment on function comparable_scores is 'Subjects beside the evidence of their district: steps apart, adjustments, why not.';
comment on function comparable_evidence is 'The sales of a district that may be comparables.';
comment on function comparable_limits is 'The options that choose and weigh comparables, for a district.';
comment on function comparable_subject_of is 'A property, or an analysis, as sales are held against it.';
