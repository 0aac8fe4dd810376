-- The properties of the component that the command is run from; a benchmark of it is named and stays.
select p.id, p.version, upper(btrim(:to::text)) as component_code,
  case
    when upper(btrim(:to::text)) = c.code then 'This is the component that it lies in.'
    when t.id is null then 'There is no component ' || upper(btrim(:to::text)) || ' in district ' || c.district_code || '.'
    when not t.active then 'Component ' || t.code || ' is not active.'
    when p.benchmark_type is not null then 'It is a benchmark of the component. Remove it from the benchmarks first.'
  end as refused
from component c
join property p on p.district_code = c.district_code and p.component_code = c.code and p.synthetic = c.synthetic
left join component t on t.district_code = c.district_code and t.code = upper(btrim(:to::text)) and t.synthetic = c.synthetic
where c.id = any(:ids::bigint[])
  and c.district_code = any(:districts::text[])
  and (not coalesce(:active::boolean, false) or p.status = 'A')
