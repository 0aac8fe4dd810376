-- A comment on a benchmark is no value: it may be written in a closed year too. Which benchmarks there are stays.
create or replace function benchmark_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  now_is jsonb := coalesce(after, before);
  place property;
  closed text;
  other bigint;
begin
  select * into place from property p where p.id = (now_is ->> 'property_id')::bigint;
  closed := district_closed(now_is ->> 'district_code', (now_is ->> 'base_date')::date, place.synthetic);
  if closed is not null and before ->> 'benchmark_type' is distinct from after ->> 'benchmark_type' then
    return query select '', closed;
  end if;
  if after is null then return; end if;
  if place.id is null then
    return query select '/property_id', 'There is no such property in your districts.';
    return;
  end if;
  if before is null then
    if place.district_code <> after ->> 'district_code' or place.component_code is distinct from after ->> 'component_code' then
      return query select '/property_id', format('Property %s lies in component %s of district %s.', place.id,
        coalesce(place.component_code, '(none)'), place.district_code);
    end if;
    if place.status <> 'A' then
      return query select '/property_id', 'Only an active property is a benchmark.';
    end if;
  end if;
  if after ->> 'benchmark_type' = 'P' then
    select b.property_id into other from benchmark_year b
    where b.district_code = after ->> 'district_code' and b.component_code = after ->> 'component_code'
      and b.base_date = (after ->> 'base_date')::date and b.benchmark_type = 'P' and b.property_id <> place.id
      and b.synthetic = place.synthetic
    order by b.property_id limit 1;
    if other is not null then
      return query select '/benchmark_type', format('Property %s is the primary benchmark of this year. Change its type first.', other);
    end if;
  end if;
end $$;
