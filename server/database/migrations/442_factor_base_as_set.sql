-- What a factor is about, read as a set where it is a district: properties are all kept by the joins, and the values say which districts
-- they are of, so that the planner knows how many there are. Of one component they are read property by property as before.

create or replace function factor_base(of_districts text[], of_component text, of_ids bigint[] default null) returns table (
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
  left join closed c on c.code = p.district_code::text and c.synthetic = p.synthetic
  left join component k on k.district_code = p.district_code and k.code = p.component_code and k.synthetic = p.synthetic
  left join (
    select distinct m.property_id from s28_member m join s28_group g on g.id = m.group_id
    where g.base_date in ((select base from date), (select next from date))) s on s.property_id = p.id
  left join property_value v0 on v0.property_id = p.id and v0.series = 'LT' and v0.base_date = (select base from date)
    and v0.district_code = p.district_code and v0.district_code::text = any (of_districts)
  left join property_value v1 on v1.property_id = p.id and v1.series = 'LT' and v1.base_date = (select next from date)
    and v1.district_code = p.district_code and v1.district_code::text = any (of_districts)
  where p.district_code::text = any (of_districts)
    and (of_component is null or p.component_code = of_component)
    and case when of_ids is null then p.status = 'A' else p.id in (select unnest(of_ids)) end;
end;
