-- What a factor is about, without the factor: factor_members reads it, and whoever tries many factors reads it once.

create function factor_base(of_districts text[], of_component text, of_ids bigint[] default null) returns table (
  property_id bigint, version integer, district_code text, synthetic boolean, component_code text, zone_code text, address text,
  value_id bigint, value_version integer, v0_id bigint, v0 bigint, v1 bigint, method text, own_factor numeric,
  refused text, review text
) language sql stable
begin atomic
  with date as materialized (select lt_base_date() as base, future_base_date() as next),
  closed as materialized (
    select d.code, s.synthetic, district_closed(d.code, (select next from date), s.synthetic) as why
    from unnest(of_districts) d (code), (values (false), (true)) s (synthetic))
  select p.id, p.version, p.district_code::text, p.synthetic, p.component_code, p.zone_code, p.address,
    v1.id, v1.version, v0.id, v0.land_value::bigint, v1.land_value::bigint, v1.method,
    case when v1.method = 'F' and v1.factor_component = p.component_code then v1.factor_applied end,
    case when c.why is not null then c.why
      when p.district_code::text <> all (coalesce((select app_work_districts()), array[p.district_code::text]))
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

create or replace function factor_members(
  of_districts text[], of_component text, f numeric, of_ids bigint[] default null
) returns table (
  property_id bigint, version integer, district_code text, synthetic boolean, component_code text, address text,
  value_id bigint, value_version integer, v0_id bigint, v0 bigint, v1 bigint, new_value bigint, method text,
  unchanged boolean, refused text, review text
) language sql stable
begin atomic
  select b.property_id, b.version, b.district_code, b.synthetic, b.component_code, b.address, b.value_id, b.value_version, b.v0_id,
    b.v0, b.v1, round_land_value(b.v0 * f), b.method,
    coalesce(b.own_factor = f::numeric(9,6) and b.v1 = round_land_value(b.v0 * f), false),
    coalesce(factor_fault(f), b.refused), b.review
  from factor_base(of_districts, of_component, of_ids) b;
end;

comment on function factor_base is 'What a factor would be about, and why a property keeps its value, whatever the factor. Writes nothing.';

-- Factors as they are typed, "AAA=1.05;BBB=0.98": those that are one, each component once.
create function factor_lines(tried text) returns table (component_code text, factor numeric)
language sql immutable parallel safe
begin atomic
  select distinct on (t.code) t.code, t.f
  from (
    select upper(btrim(split_part(p, '=', 1))) as code,
      case when split_part(p, '=', 2) ~ '^ *[0-9]{1,2}([.][0-9]{1,9})? *$' then round(split_part(p, '=', 2)::numeric, 6) end as f
    from regexp_split_to_table(coalesce(tried, ''), ';') as p) as t
  where t.code <> '' and factor_fault(t.f) is null
  order by t.code;
end;

-- Pairs of values with how often they occur, and what they would become under the factors that are tried. `base` is what
-- the query factor_trial_base answers.
create function factor_trial_values(base json, tried text) returns table (
  district_code text, synthetic boolean, component_code text, zone_code text, factor numeric, in_force numeric, closed text,
  v0 bigint, v1 bigint, expected bigint, after bigint, n integer, got boolean, written boolean, analysed boolean, grouped boolean,
  review boolean, beyond boolean, far boolean
) language sql stable parallel safe
begin atomic
  select v.district_code, v.synthetic, v.component_code, v.zone_code, v.factor, v.in_force, v.closed, v.v0, v.v1,
    v.expected, case when v.got then v.expected else v.v1 end, v.n, v.got,
    v.got and not coalesce(v.own = v.factor and v.v1 = v.expected, false), v.analysed, v.grouped, v.review, v.beyond, v.far
  from (
    select b.district_code, b.synthetic, b.component_code, b.zone_code, l.factor, b.in_force, b.closed, u.v0, u.v1, u.own, u.n,
      coalesce(u.flags & 1 = 1 and l.factor is not null, false) as got, u.flags & 2 = 2 as analysed, u.flags & 4 = 4 as grouped,
      u.flags & 8 = 8 as review,
      u.flags & 16 = 16 as beyond, u.flags & 32 = 32 as far, round_land_value(u.v0 * l.factor) as expected
    from json_to_recordset(base) as b (kind text, in_force numeric, district_code text, synthetic boolean, component_code text,
      zone_code text, closed text, v0 text, v1 text, own_factor text, flags text, n text)
    left join factor_lines(tried) as l on l.component_code = b.component_code
    cross join lateral unnest(b.v0::bigint[], b.v1::bigint[], b.own_factor::numeric[], b.flags::integer[], b.n::integer[])
      as u (v0, v1, own, flags, n)
    where b.kind = 'values'
    offset 0) as v;
end;

-- Analysed sales with the value of their property as it stands and as it would be.
create function factor_trial_sales(base json, tried text) returns table (
  district_code text, synthetic boolean, component_code text, zone_code text, v0 bigint, v1 bigint, after bigint, s0 bigint, s1 bigint
) language sql stable parallel safe
begin atomic
  select b.district_code, b.synthetic, b.component_code, b.zone_code, u.v0, u.v1,
    case when u.member = 1 and l.factor is not null then nullif(round_land_value(u.v0 * l.factor), 0) else u.v1 end, u.s0, u.s1
  from json_to_recordset(base) as b (kind text, district_code text, synthetic boolean, component_code text, zone_code text, v0 text,
    v1 text, flags text, s0 text, s1 text, of_component text)
  cross join lateral unnest(b.v0::bigint[], b.v1::bigint[], b.flags::integer[], b.s0::bigint[], b.s1::bigint[], b.of_component::text[])
    as u (v0, v1, member, s0, s1, component)
  left join factor_lines(tried) as l on l.component_code = u.component
  where b.kind = 'sales';
end;

comment on function factor_lines is 'Factors as typed, "AAA=1.05;BBB=0.98", a row for each that is one.';
comment on function factor_trial_values is 'What values would become under factors that are tried, as pairs with how often they occur. Writes nothing.';
comment on function factor_trial_sales is 'Analysed sales under factors that are tried. Writes nothing.';
