-- Legal lots are rows inside their property: seen and written with it, in one version and one history.
drop trigger legal_lot_fill on legal_lot;
do $$
declare
  one record;
begin
  for one in select polname from pg_policy where polrelid = 'legal_lot'::regclass loop
    execute format('drop policy %I on legal_lot', one.polname);
  end loop;
end $$;
-- The foreign key over the three columns goes with them.
alter table legal_lot drop column district_code, drop column synthetic,
  add foreign key (property_id) references property (id) on delete cascade,
  alter column part drop not null;
drop index legal_lot_property;
select child_table('legal_lot', 'property');

-- Lots as a description has them in one line: 12, 53/754816 1/881177 Enclosure Permit 30750.
create function lots_in_line(lots jsonb) returns text
language sql immutable parallel safe
return (
  with r as (
    select n, nullif(row ->> 'lot', '') as lot, nullif(row ->> 'section', '') as section, row ->> 'plan_type' as plan_type,
      row ->> 'plan' as plan, (row ->> 'part')::boolean as part,
      regexp_replace(row ->> 'tail', '([a-z])([A-Z])', '\1 \2', 'g') as tail
    from jsonb_array_elements(lots) with ordinality e (row, n)),
  plans as (
    select min(n) as n, string_agg(case when part then 'PT ' else '' end || lot, ', ' order by n)
      || '/' || coalesce(section || '/', '') || case plan_type when 'SP' then 'SP' else '' end || plan as line
    from r where lot is not null group by section, plan_type, plan)
  select nullif(concat_ws(' ', (select string_agg(line, ' ' order by n) from plans),
    (select string_agg(tail, ' ' order by n) from r where tail <> '')), ''));

-- What the lots of a property say, without the numbers of their rows.
create function lots_said(lots jsonb) returns jsonb
language sql immutable parallel safe
return (select coalesce(jsonb_agg(jsonb_build_array(row -> 'lot', row -> 'section', row -> 'plan_type', row -> 'plan',
    coalesce((row ->> 'part')::boolean, false), row -> 'tail') order by n), '[]')
  from jsonb_array_elements(case jsonb_typeof(lots) when 'array' then lots else '[]' end) with ordinality e (row, n));

-- The legal description follows the lots.
create function property_values_of(before jsonb, after jsonb) returns jsonb
language sql stable
return case when lots_said(after -> 'lots') = lots_said(before -> 'lots') then '{}'
  else jsonb_build_object('legal_description', lots_in_line(coalesce(after -> 'lots', '[]'))) end;

-- Rows that came with a file stay as they came; who changes one enters it as the office writes it.
create function property_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  with r as (
    select e.row, e.n, e.row ->> 'lot' as lot, e.row ->> 'section' as section, e.row ->> 'plan_type' as plan_type,
      e.row ->> 'plan' as plan, e.row ->> 'tail' as tail,
      not exists (select from jsonb_array_elements(case jsonb_typeof(before -> 'lots') when 'array' then before -> 'lots' else '[]' end) o (row)
        where o.row ->> 'id' = e.row ->> 'id'
          and lots_said(jsonb_build_array(o.row)) = lots_said(jsonb_build_array(e.row))) as changed
    from jsonb_array_elements(case jsonb_typeof(after -> 'lots') when 'array' then after -> 'lots' else '[]' end) with ordinality e (row, n))
  select format('/lots/%s/%s', r.n - 1, f.field), f.message
  from r cross join lateral (values
    ('lot', case
      when r.lot is null and (r.plan is not null or r.section is not null) then 'Enter the lot in this plan.'
      when r.lot is null and r.tail is null then 'Enter a lot and its plan.'
      when r.lot !~ '^([0-9]{1,6}[A-Z]{0,2}|[A-Z][0-9]{0,4}|[A-Z]{2})$'
        then 'A lot is a number such as 12 or 7A, or capital letters such as B or CP.'
      when exists (select from r o where o.n <> r.n and (o.n < r.n or not o.changed)
          and o.lot = r.lot and o.plan = r.plan and o.section is not distinct from r.section
          and coalesce(o.plan_type, 'DP') = coalesce(r.plan_type, 'DP'))
        then 'This lot stands here twice.' end),
    ('section', case when r.section !~ '^[A-Z0-9]{1,4}$'
      then 'A section is up to four capital letters or figures, such as 16 or G.' end),
    ('plan_type', case when r.lot is not null and r.plan_type is null then 'Choose deposited plan or strata plan.' end),
    ('plan', case
      when r.lot is not null and r.plan is null then 'Enter the number of the plan that this lot is in.'
      when r.plan !~ '^[0-9]{1,8}$' then 'A plan is a number of up to eight figures, such as 1032686.' end)
  ) f (field, message)
  where r.changed and f.message is not null;
end;

comment on table legal_lot is 'Lots and plans of a property, rows inside it.';
comment on column legal_lot.tail is 'What the legal description says besides: leases, permits, and what no rule reads.';
