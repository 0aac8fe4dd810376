-- As in 302; the two base dates are asked once, not for each value, of which a file brings hundreds of thousands.
create or replace function values_in_force(properties bigint[]) returns table (
  property_id bigint, land_value_lt bigint, land_value_future bigint, land_value_lg bigint, value_method text,
  factor_applied numeric, district_code text, synthetic boolean
) language sql stable set search_path = public, pg_temp
begin atomic
  with d as materialized (select lt_base_date() as base, future_base_date() as next)
  select v.property_id,
    max(v.land_value::bigint) filter (where v.series = 'LT' and v.base_date = d.base),
    max(v.land_value::bigint) filter (where v.series = 'LT' and v.base_date = d.next),
    max(v.land_value::bigint) filter (where v.series = 'LG' and v.base_date = d.base),
    max(v.method) filter (where v.series = 'LT' and v.base_date = d.next),
    max(v.factor_applied) filter (where v.series = 'LT' and v.base_date = d.next),
    min(v.district_code::text), bool_or(v.synthetic)
  from (select distinct p from unnest(properties) p) p cross join d
  join property_value v on v.property_id = p.p and v.base_date in (d.base, d.next)
  group by v.property_id order by v.property_id;
end;
