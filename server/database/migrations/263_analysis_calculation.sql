-- The calculation of an analysis, A to E, as one function that tells its steps. What writes an analysis asks it, the page
-- shows it, the demo is made by it.

insert into setting_kind (group_code, posn, key, title, help, kind, default_flag, by_region) values
('ANLY', 5, 'interest.whole', 'A part interest is brought to the whole', 'The price of a part is divided by the interest that was sold before anything is taken off it.', 'flag', true, true);
insert into setting (key) values ('interest.whole');

-- The contract region of a district, whose settings hold.
create function contract_region_of(of_district text) returns bigint
language sql stable
return (select min(d.region_id) from public.region_district d where d.district_code = of_district and not d.surrounding);

-- A value moved by so many months at a share a month; null where a linear factor comes to nothing.
create function moved_value(value numeric, method text, monthly numeric, months numeric) returns numeric
language sql immutable parallel safe
return case
  when 1 + monthly <= 0 or (method = 'LINEAR' and 1 + monthly * months <= 0) then null
  when method = 'LINEAR' then value * (1 + monthly * months)
  else value * power(1 + monthly, months)
end;

-- Per cent a month of a component: its own of the year under work or of the year before, else the median of its zone's.
create function component_monthly(of_district text, component text, zone text, of_synthetic boolean)
returns table (pct numeric, source text) language plpgsql stable set search_path = public, pg_temp as $$
begin
  if to_regclass('component_year') is not null then
    return query select y.monthly_pct, 'of its component' from component_year y
      where y.district_code = of_district and y.component_code = component and y.synthetic = of_synthetic
        and y.monthly_pct is not null and y.base_date in (lt_base_date(), future_base_date())
      order by y.base_date desc limit 1;
    if found then return; end if;
    return query select percentile_cont(0.5) within group (order by m.monthly_pct)::numeric, 'median of its zone''s components'
      from (select distinct on (y.component_code) y.monthly_pct from component_year y
        join component c on c.district_code = y.district_code and c.code = y.component_code and c.synthetic = y.synthetic
        where y.district_code = of_district and c.zone_code = zone and y.synthetic = of_synthetic
          and y.monthly_pct is not null and y.base_date in (lt_base_date(), future_base_date())
        order by y.component_code, y.base_date desc) m
      having count(*) > 0;
    if found then return; end if;
  end if;
  return query select 0::numeric, 'no change is known'::text;
end $$;

create function said_amount(value numeric) returns text
language sql immutable
return case when value < 0 then '−' else '' end || '$' || to_char(abs(round(value)), 'FM999,999,999,999,990');

create function analysis_calculation(a jsonb)
returns table (posn integer, step text, what text, formula text, result numeric, unit text, problem text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  region bigint := contract_region_of(a ->> 'district_code');
  price numeric := (a ->> 'purchase_price')::numeric;
  interest numeric := (a ->> 'interest_pct')::numeric;
  area numeric := nullif((a ->> 'area')::numeric, 0);
  contract date := (a ->> 'contract_date')::date;
  method text := coalesce(a ->> 'time_method', upper(setting_text('time.method', region)));
  direction text := setting_text('rate.direction');
  monthly numeric := (a ->> 'monthly_pct')::numeric;
  source text := 'as typed';
  plant numeric := (select coalesce(sum(coalesce((l ->> 'value')::numeric, round((l ->> 'quantity')::numeric * (l ->> 'rate')::numeric))), 0)
    from jsonb_array_elements(a -> 'plant') l);
  circumstances numeric := (select coalesce(sum((l ->> 'amount')::numeric), 0) from jsonb_array_elements(a -> 'adjustments') l);
  improvements numeric := (select coalesce(sum(coalesce((l ->> 'value')::numeric, round((l ->> 'quantity')::numeric * (l ->> 'rate')::numeric))), 0)
    from jsonb_array_elements(a -> 'improvements') l);
  at_a numeric; at_b numeric; at_c numeric; at_d numeric; at_e numeric;
  of_area numeric; of_months numeric; digit numeric; n integer := 5;
  base record;
begin
  if price is null then
    return query select 1, 'A', 'Price of the whole', null::text, null::numeric, '$', 'There is no price. Type it under Price and circumstances.';
    return;
  end if;
  at_a := case when interest is null or not setting_flag('interest.whole', region) then price else round(price * 100 / interest) end;
  at_b := at_a - plant;
  at_c := at_b - circumstances;
  at_d := at_c - improvements;
  return query values
    (1, 'A', 'Price of the whole', case when at_a = price then said_amount(price)
      else said_amount(price) || ' × 100 ÷ ' || trim_scale(interest) end, at_a, '$', null::text),
    (2, 'B', 'Less plant, stock, crops and approvals', said_amount(at_a) || ' − ' || said_amount(plant), at_b, '$', null),
    (3, 'C', 'Less circumstances', said_amount(at_b) || ' − ' || said_amount(circumstances), at_c, '$', null),
    (4, 'D', 'Less improvements: land value at the contract date', said_amount(at_c) || ' − ' || said_amount(improvements), at_d, '$',
      case when at_d <= 0 then 'Nothing is left for the land. Look at price, circumstances and improvements.' end);
  if at_d <= 0 then return; end if;
  if area is not null then
    of_area := at_d / area;
    digit := power(10::numeric, floor(log(of_area)) - 2);
    return query select 5, 'D', 'Rate of the land', said_amount(at_d) || ' ÷ ' || to_char(area, 'FM999,999,999,990.###') || ' m², to three figures',
      case direction when 'nearest' then round(of_area / digit) * digit else round_rate(of_area) end, '$/m²', null::text;
  end if;
  if contract is null then
    return query select 6, 'E', 'Land value at the base dates', null::text, null::numeric, '$', 'There is no contract date. Type it under Price and circumstances.';
    return;
  end if;
  if monthly is null then
    select m.pct, m.source into monthly, source
    from component_monthly(a ->> 'district_code', a ->> 'component_code', a ->> 'zone_code', coalesce((a ->> 'synthetic')::boolean, false)) m;
  end if;
  return query select 6, 'E', 'Change a month', case method when 'LINEAR' then 'linear' else 'compound' end || ', ' || source, monthly, '%', null::text;
  for base in select * from (values ('S0', lt_base_date(), 'LT'), ('S1', future_base_date(), 'future')) b (step, on_date, named)
  loop
    n := n + 2;
    of_months := (base.on_date - contract) / 30.4375;
    at_e := moved_value(at_d, method, monthly / 100, of_months);
    return query values
      (n, 'E', 'Months from the contract to ' || to_char(base.on_date, 'FMDD-Mon-YYYY'),
        (base.on_date - contract)::text || ' days ÷ 30.4375', round(of_months, 4), 'months', null::text),
      (n + 1, 'E', 'Land value at ' || to_char(base.on_date, 'FMDD-Mon-YYYY'),
        said_amount(at_d) || case method when 'LINEAR' then ' × (1 + ' || trim_scale(round(monthly, 6)) || ' % × ' || round(of_months, 4) || ')'
          else ' × (1 + ' || trim_scale(round(monthly, 6)) || ' %) ^ ' || round(of_months, 4) end,
        round(at_e), '$', case when at_e is null then 'The change comes to nothing or less. Choose compound, or another change a month.' end);
    n := n + 1;
    continue when at_e is null;
    return query select n + 1, base.step, 'ALV at the ' || base.named || ' date', said_amount(at_e) || ', rounded as land values are',
      nullif(round_land_value(at_e), 0)::numeric, '$', null::text;
  end loop;
end $$;

-- An analysis with its lines, as what writes it knows it.
create function analysis_whole(which bigint) returns jsonb
language sql stable
return (select to_jsonb(a) || jsonb_build_object(
    'plant', coalesce((select jsonb_agg(to_jsonb(l)) from public.analysis_plant l where l.analysis_id = a.id), '[]'),
    'adjustments', coalesce((select jsonb_agg(to_jsonb(l)) from public.analysis_adjustment l where l.analysis_id = a.id), '[]'),
    'improvements', coalesce((select jsonb_agg(to_jsonb(l)) from public.analysis_improvement l where l.analysis_id = a.id), '[]'))
  from public.analysis a where a.id = which);

create function analysis_steps(which bigint)
returns table (posn integer, step text, what text, formula text, result numeric, unit text, problem text)
language sql stable
begin atomic
  select c.* from analysis_calculation(analysis_whole(which)) c;
end;

comment on function analysis_calculation is 'The steps by which a price becomes a land value at the base dates.';
comment on function moved_value is 'A value moved by months at a share a month, compound or linear.';
