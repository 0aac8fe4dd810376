-- Values as they stand and who may get a factor, by what they have in common; sales with what their property would become.
with asked as materialized (
  select d as code from unnest(:districts::text[]) as d
  where (:district::text is null or d = :district::text) and coalesce(:part::text, '') <> 'list'
), around as materialized (
  select * from factor_base(array(select code from asked), null)
), zones as materialized (
  select distinct c.zone_code from component as c
  where c.district_code = any(array(select code from asked)) and c.code = upper(:component::text)
  union
  select distinct zone_code from around where component_code = upper(:component::text)
), sample as materialized (
  select r.* from ratio_sample(:year::integer) as r
  where r.district_code = any(array(select code from asked))
    and r.contract_date between sale_window_start(:year::integer) and sale_window_end(:year::integer)
    and r.in_standard
), analysed as materialized (
  select distinct property_id from sample where property_id is not null
), grouped as materialized (
  select distinct m.property_id from s28_member as m
  join s28_group as g on g.id = m.group_id and g.base_date = future_base_date() and g.district_code = any(array(select code from asked))
), base as materialized (
  select b.property_id, b.district_code, b.synthetic, coalesce(b.component_code, '') as component_code, coalesce(b.zone_code, '') as zone_code,
    b.v0, b.v1, b.own_factor, b.refused is null as member, b.review is not null as review, b.refused,
    a.property_id is not null as analysed, g.property_id is not null as grouped
  from around as b
  left join analysed as a on a.property_id = b.property_id
  left join grouped as g on g.property_id = b.property_id
  where :component::text is null or b.component_code = upper(:component::text) or b.zone_code in (select zone_code from zones)
), factors as materialized (
  -- The office's; until it has said one, the one that most values have, of equally common ones the smallest.
  select distinct on (district_code, synthetic, component_code) district_code, synthetic, component_code, factor
  from (
    select district_code::text as district_code, synthetic, component_code, factor, null::bigint as n from component_year
    where district_code = any(array(select code from asked)) and base_date = future_base_date() and factor is not null
    union all
    select district_code, synthetic, component_code, own_factor, count(*) from base where own_factor is not null
    group by district_code, synthetic, component_code, own_factor
  ) as f
  order by district_code, synthetic, component_code, n desc nulls first, factor
), proposals as materialized (
  -- New over LT value of the one primary benchmark.
  select m.district_code::text as district_code, m.component_code, m.synthetic,
    round(min(coalesce(v1.land_value, m.lv_new))::numeric / nullif(min(coalesce(v0.land_value, m.lv_old)), 0)::numeric, 4) as proposed
  from benchmark_year as m
  left join property_value as v0 on v0.property_id = m.property_id and v0.series = 'LT' and v0.base_date = lt_base_date()
    and v0.district_code = m.district_code
  left join property_value as v1 on v1.property_id = m.property_id and v1.series = 'LT' and v1.base_date = future_base_date()
    and v1.district_code = m.district_code
  where m.district_code = any(array(select code from asked)) and m.base_date = future_base_date() and m.benchmark_type = 'P'
  group by m.district_code, m.component_code, m.synthetic
  having count(*) = 1
), limits as materialized (
  select code as district_code, setting_number('risk.sigvalch', contract_region_of(code)) / 100 as most from asked
), pairs as (
  select *, v0 > 0 and v1 > 0 and abs(v1 - v0) > most * v0 as beyond,
    not grouped and v0 > 0 and v1 > 0 and abs(v1 - round_land_value(v0 * factor)) > most * round_land_value(v0 * factor) as far
  from (
    select district_code, synthetic, component_code, zone_code, v0, v1, own_factor, member, analysed, grouped, review, count(*)::integer as n
    from base
    where :component::text is null or component_code = upper(:component::text)
    group by district_code, synthetic, component_code, zone_code, v0, v1, own_factor, member, analysed, grouped, review
  ) as g
  join limits using (district_code)
  left join factors using (district_code, synthetic, component_code)
), others as (
  -- Of components that are not asked for, the zone needs the mean change alone.
  select district_code, synthetic, component_code, zone_code, count(*)::integer as properties,
    count(*) filter (where v0 > 0 and v1 > 0 and analysed)::integer as n_analysed,
    coalesce(sum(v1::double precision / nullif(v0, 0) - 1) filter (where v0 > 0 and v1 > 0 and analysed), 0) as sum_analysed,
    count(*) filter (where v0 > 0 and v1 > 0 and not analysed)::integer as n_rest,
    coalesce(sum(v1::double precision / nullif(v0, 0) - 1) filter (where v0 > 0 and v1 > 0 and not analysed), 0) as sum_rest
  from base
  where component_code <> upper(:component::text)
  group by district_code, synthetic, component_code, zone_code
), sold as (
  select s.district_code, a.synthetic, coalesce(s.component_code, '') as component_code, coalesce(s.zone_code, '') as zone_code, s.v0, s.v1, s.alv_lt,
    s.alv_future, coalesce(b.member, false) as member, coalesce(b.component_code, '') as of_component
  from sample as s
  join analysis as a on a.id = s.analysis_id
  left join base as b on b.property_id = s.property_id
  where :component::text is null or s.component_code = upper(:component::text) or s.zone_code in (select zone_code from zones)
    or b.component_code = upper(:component::text)
), paired as (
  -- The level as it is, of each component that is asked for and of each zone.
  select district_code, synthetic, component_code, zone_code,
    array_agg(v0::double precision) filter (where v0 is not null and alv_lt is not null) as v_lt,
    array_agg(alv_lt::double precision) filter (where v0 is not null and alv_lt is not null) as s_lt,
    array_agg(v1::double precision) filter (where v1 is not null and alv_future is not null) as v_now,
    array_agg(alv_future::double precision) filter (where v1 is not null and alv_future is not null) as s_now
  from sold
  group by grouping sets ((district_code, synthetic, component_code), (district_code, synthetic, zone_code))
  having zone_code is not null or :component::text is null or component_code = upper(:component::text)
), kept as (
  select district_code, synthetic, component_code, zone_code, min(refused) as closed
  from base
  where refused like 'Values of district%' or refused like 'You may search%'
  group by district_code, synthetic, component_code, zone_code
)
select 'values' as kind, p.in_force, o.proposed, p.district_code, p.synthetic, p.component_code, p.zone_code, p.properties,
  0 as n_analysed, 0::double precision as sum_analysed, 0 as n_rest, 0::double precision as sum_rest, k.closed,
  p.v0, p.v1, p.own_factor, p.flags, p.n, null::text as s0, null::text as s1, null::text as of_component
from (
  select district_code, synthetic, component_code, zone_code, min(factor) as in_force, sum(n)::integer as properties,
    array_agg(v0)::text as v0, array_agg(v1)::text as v1, array_agg(own_factor)::text as own_factor,
    array_agg(member::integer + 2 * analysed::integer + 4 * grouped::integer + 8 * review::integer
      + 16 * coalesce(beyond, false)::integer + 32 * coalesce(far, false)::integer)::text as flags,
    array_agg(n)::text as n
  from pairs
  group by district_code, synthetic, component_code, zone_code
) as p
left join kept as k using (district_code, synthetic, component_code, zone_code)
left join proposals as o using (district_code, synthetic, component_code)
union all
select 'others', null, null, district_code, synthetic, component_code, zone_code, properties, n_analysed, sum_analysed, n_rest, sum_rest, null,
  null, null, null, null, null, null, null, null
from others
union all
select 'sales', null, null, district_code, synthetic, component_code, zone_code, null, 0, 0, 0, 0, null,
  array_agg(v0)::text, array_agg(v1)::text, null, array_agg(member::integer)::text, null,
  array_agg(alv_lt)::text, array_agg(alv_future)::text, array_agg(of_component)::text
from sold
group by district_code, synthetic, component_code, zone_code
union all
select 'level', null, null, p.district_code, p.synthetic, p.component_code, p.zone_code, null, 0, 0, 0, 0, null, r0::text, r1::text,
  null, null, null, null, null, null
from paired as p
left join lateral ratio_study(p.v_lt, p.s_lt) as r0 on p.v_lt is not null
left join lateral ratio_study(p.v_now, p.s_now) as r1 on p.v_now is not null
