-- Worksheets: how a land value was worked out, line by line. Values, the balance of the land and the total are the
-- database's own, whoever writes the lines.

create table worksheet (
  id bigint generated always as identity primary key,
  district_code district_code not null,
  property_id bigint not null,
  -- The supplementary valuation that it is made for; without one it is the property's own.
  supp_id bigint,
  -- Without one the year under work.
  base_date base_date not null default future_base_date(),
  stage text not null default 'DRAFT' check (stage in ('DRAFT', 'REVIEW', 'DONE')),
  -- Of the property, in m², as it was when this was last saved.
  area numeric(16,3),
  without_main boolean not null default false,
  adopted_value aud check (adopted_value >= 0),
  notes text,
  copied_from bigint references worksheet (id) on delete set null,
  exported_on date,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create unique index worksheet_of_year on worksheet (property_id, base_date, coalesce(supp_id, 0));
create index worksheet_copied on worksheet (copied_from) where copied_from is not null;
create index worksheet_district on worksheet (district_code, base_date);
select record_table('worksheet');
select record_permission('worksheet', 'wkshU');

create table worksheet_line (
  id bigint generated always as identity primary key,
  worksheet_id bigint not null references worksheet (id) on delete cascade,
  part text not null check (part in ('MAIN', 'OTHER')),
  posn integer,
  description text not null,
  qty numeric(16,4) check (qty >= 0),
  unit text not null check (unit in ('M', 'H', 'LM', 'EA', 'FSA')),
  rate numeric(16,4),
  adj_pct numeric(9,4) check (adj_pct >= -100),
  value aud,
  balance boolean not null default false
);
select child_table('worksheet_line', 'worksheet');

create table worksheet_comparison (
  id bigint generated always as identity primary key,
  worksheet_id bigint not null references worksheet (id) on delete cascade,
  posn integer,
  property_id bigint references property (id) on delete cascade,
  analysis_id bigint references analysis (id) on delete cascade,
  comparison text check (comparison in ('SUP', 'COM', 'INF')),
  note text
);
create index worksheet_comparison_property on worksheet_comparison (property_id);
create index worksheet_comparison_analysis on worksheet_comparison (analysis_id);
select child_table('worksheet_comparison', 'worksheet');

insert into role_permission (role_id, perm)
select id, 'wkshU' from role where name in ('administrator', 'valuer', 'contractor')
on conflict do nothing;

-- m² of a quantity of land; null for what is no land.
create function worksheet_metres(qty numeric, unit text) returns numeric
language sql immutable parallel safe
return case unit when 'M' then qty when 'H' then qty * 10000 end;

-- Rates have three figures, as the office rounds them.
create function worksheet_rate(rate numeric) returns numeric
language sql stable parallel safe
return case when public.setting_text('rate.direction') = 'nearest'
  then round(rate, 2 - floor(log(abs(nullif(rate, 0))))::integer) else public.round_rate(rate) end;

create function worksheet_line_value() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.balance := coalesce(new.balance, false);
  new.rate := worksheet_rate(new.rate);
  new.value := round(coalesce(new.qty, 0) * coalesce(new.rate, 0) * (1 + coalesce(new.adj_pct, 0) / 100));
  return new;
end $$;
create trigger line_value before insert or update on worksheet_line
  for each row execute function worksheet_line_value();

-- What of the land no other main line has is the balance line's, in its own unit.
create function worksheet_balance() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  -- Its own update comes here too, and ends with the one that changes nothing.
  if not exists (select from written) then return null; end if;
  update worksheet_line b set qty = r.rest
  from worksheet_line of_line join worksheet w on w.id = of_line.worksheet_id cross join lateral (
    select round(greatest(w.area - coalesce(sum(worksheet_metres(l.qty, l.unit)), 0), 0)
      / case of_line.unit when 'H' then 10000 else 1 end, 4) as rest
    from worksheet_line l where l.worksheet_id = w.id and l.part = 'MAIN' and not l.balance
  ) r
  where of_line.id = b.id and b.balance and w.id in (select worksheet_id from written) and b.qty is distinct from r.rest;
  return null;
end $$;
create trigger balance_after_insert after insert on worksheet_line referencing new table as written
  for each statement execute function worksheet_balance();
create trigger balance_after_update after update on worksheet_line referencing new table as written
  for each statement execute function worksheet_balance();
create trigger balance_after_delete after delete on worksheet_line referencing old table as written
  for each statement execute function worksheet_balance();

create function worksheet_begin() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  if tg_op = 'INSERT' then
    select p.district_code, p.synthetic into new.district_code, new.synthetic from property p where p.id = new.property_id;
  end if;
  if new.stage <> 'DONE' or tg_op = 'INSERT' then
    select p.area into new.area from property p where p.id = new.property_id;
  end if;
  return new;
end $$;
create trigger worksheet_begin before insert or update on worksheet for each row execute function worksheet_begin();

-- One that is made from another has its lines and comparisons; values and balance are worked out anew.
create function worksheet_copied() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  insert into worksheet_line (worksheet_id, part, posn, description, qty, unit, rate, adj_pct, balance)
  select new.id, part, posn, description, qty, unit, rate, adj_pct, balance from worksheet_line
  where worksheet_id = new.copied_from order by part, posn, id;
  insert into worksheet_comparison (worksheet_id, posn, property_id, analysis_id, comparison, note)
  select new.id, posn, property_id, analysis_id, comparison, note from worksheet_comparison
  where worksheet_id = new.copied_from order by posn, id;
  return null;
end $$;
create trigger worksheet_copied after insert on worksheet for each row when (new.copied_from is not null)
  execute function worksheet_copied();

create function worksheet_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  place property;
  for_date date := coalesce((after ->> 'base_date')::date, future_base_date());
  taken numeric;
  balances integer;
  at_line integer;
begin
  if after is null then return; end if;
  select * into place from property p where p.id = (after ->> 'property_id')::bigint;
  if place.id is null then
    return query select '/property_id', 'There is no such property in your districts.';
    return;
  end if;
  if before is null and exists (select from worksheet w where w.property_id = place.id
    and w.base_date = for_date and w.supp_id is not distinct from (after ->> 'supp_id')::bigint) then
    return query select '/base_date', format('Property %s has a worksheet of %s already. Open that one.', place.id,
      to_char(for_date, 'FMDD-Mon-YYYY'));
  end if;
  if after ->> 'supp_id' is not null and not exists (
    select from supp s where s.id = (after ->> 'supp_id')::bigint and s.property_id = place.id) then
    return query select '/supp_id', format('SID %s is no supp of property %s.', after ->> 'supp_id', place.id);
  end if;
  return query
    select format('/%s/%s/%s', l.list, l.n - 1, f.field), f.said
    from (select 'main' as list, row, n from jsonb_array_elements(coalesce(after -> 'main', '[]')) with ordinality e (row, n)
      union all select 'other', row, n from jsonb_array_elements(coalesce(after -> 'other', '[]')) with ordinality e (row, n)) l
    cross join lateral (values
      ('qty', 'How many? Enter the quantity, or let the line take the balance.',
        l.row ->> 'qty' is null and not coalesce((l.row ->> 'balance')::boolean, false)),
      ('rate', 'At which rate? Enter the amount for one unit.', l.row ->> 'rate' is null),
      ('unit', 'The balance is land: choose m² or ha.',
        coalesce((l.row ->> 'balance')::boolean, false) and l.row ->> 'unit' not in ('M', 'H'))
    ) f (field, said, wrong)
    where f.wrong;
  select coalesce(sum(worksheet_metres((e.row ->> 'qty')::numeric, e.row ->> 'unit'))
      filter (where not coalesce((e.row ->> 'balance')::boolean, false)), 0),
    count(*) filter (where (e.row ->> 'balance')::boolean), max(e.n) filter (where (e.row ->> 'balance')::boolean) - 1
    into taken, balances, at_line
  from jsonb_array_elements(coalesce(after -> 'main', '[]')) with ordinality e (row, n);
  if balances = 0 then return; end if;
  if balances > 1 then
    return query select format('/main/%s/balance', at_line), 'One line takes the balance, and another does already. Untick one of them.';
  elsif place.area is null then
    return query select format('/main/%s/balance', at_line),
      'The property has no area, so nothing is known to be left over. Enter its area first.';
  elsif taken > place.area then
    return query select format('/main/%s/balance', at_line),
      format('The other lines take %s m² of the %s m² that the property has: %s m² too much.',
        to_char(taken, 'FM999,999,999,990'), to_char(place.area, 'FM999,999,999,990'),
        to_char(taken - place.area, 'FM999,999,999,990'));
  end if;
end $$;

create function worksheet_total(which bigint) returns bigint
language sql stable parallel safe
return (select coalesce(sum(l.value) filter (where l.part = 'OTHER' or not w.without_main), 0)::bigint
  from public.worksheet w left join public.worksheet_line l on l.worksheet_id = w.id where w.id = which);

-- Writes the adopted value as that of a supp at a base date; the supp is changed by it as by its own form.
create function worksheet_adopt_supp(sheet worksheet, adopted bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  s supp;
  was bigint;
begin
  select * into s from supp where id = sheet.supp_id for update;
  if s.id is null then raise exception 'You may not change SID %.', sheet.supp_id; end if;
  if s.transmit_status <> 'F' then
    raise exception 'SID % is %. Values are adopted while it is not ready: take it back first.', s.id,
      case s.transmit_status when 'T' then 'ready to send' when 'S' then 'sent' else 'completed' end;
  end if;
  select land_value::bigint into was from supp_value v
  where v.supp_id = s.id and v.base_date = sheet.base_date and v.series = 'LT';
  insert into supp_value as v (supp_id, base_date, series, land_value) values (s.id, sheet.base_date, 'LT', adopted)
  on conflict (supp_id, base_date, series) do update set land_value = excluded.land_value;
  update supp set version = version + 1, updated_at = now(), updated_by = app_user_id() where id = s.id;
  if not found then raise exception 'You may not change SID %.', s.id; end if;
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  values (app_user_id(), 'supp', s.id, 'update', s.version, jsonb_build_object(
    'land_value', jsonb_build_object('old', was, 'new', adopted),
    'worksheet', jsonb_build_object('old', null, 'new', sheet.id)), sheet.district_code, sheet.synthetic);
end $$;

-- Writes the adopted value as the property's value of the year under work: method H, with its entry in the history. That of a
-- supp becomes the supp's.
create function worksheet_adopt(which bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  sheet worksheet;
  adopted bigint;
  closed text;
  was property_value;
  is_now property_value;
begin
  select * into sheet from worksheet w where w.id = which;
  adopted := coalesce(sheet.adopted_value, round_land_value(worksheet_total(which)));
  if coalesce(adopted, 0) = 0 then raise exception 'There is no value to adopt. Fill in the lines, or the adopted value.'; end if;
  if sheet.supp_id is not null then
    perform worksheet_adopt_supp(sheet, adopted);
    return;
  end if;
  closed := district_closed(sheet.district_code, sheet.base_date, sheet.synthetic);
  if closed is not null then raise exception '%', closed; end if;
  if sheet.base_date <> future_base_date() then
    raise exception 'This worksheet is of %. Values are adopted for the year under work, %.',
      to_char(sheet.base_date, 'FMDD-Mon-YYYY'), to_char(future_base_date(), 'FMDD-Mon-YYYY');
  end if;
  select * into was from property_value v
  where v.property_id = sheet.property_id and v.base_date = sheet.base_date and v.series = 'LT' for update;
  if was.id is null then
    insert into property_value (property_id, district_code, synthetic, base_date, series, land_value, authority_code, basis_code,
      method, handcrafted, risk_rating, created_by, updated_by)
    select sheet.property_id, sheet.district_code, sheet.synthetic, sheet.base_date, 'LT', adopted, v.authority_code, v.basis_code,
      'H', true, p.risk_rating, app_user_id(), app_user_id()
    from property p left join property_value v on v.property_id = p.id and v.base_date = lt_base_date() and v.series = 'LT'
    where p.id = sheet.property_id
    returning * into is_now;
  else
    update property_value set land_value = adopted, method = 'H', handcrafted = true, factor_applied = null,
      factor_component = null, version = version + 1
    where id = was.id returning * into is_now;
  end if;
  if is_now.id is null then raise exception 'You may not change the values of this property.'; end if;
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  select app_user_id(), 'property_value', is_now.id, case when was.id is null then 'insert' else 'update' end, was.version,
    jsonb_object_agg(f.name, jsonb_build_object('old', f.old, 'new', f.new)), sheet.district_code, sheet.synthetic
  from (values ('land_value', to_jsonb(was.land_value), to_jsonb(is_now.land_value)),
    ('method', to_jsonb(was.method), to_jsonb(is_now.method)),
    ('handcrafted', to_jsonb(was.handcrafted), to_jsonb(is_now.handcrafted)),
    ('factor_applied', to_jsonb(was.factor_applied), to_jsonb(is_now.factor_applied)),
    ('factor_component', to_jsonb(was.factor_component), to_jsonb(is_now.factor_component)),
    ('worksheet', null, to_jsonb(which))) f (name, old, new)
  where f.old is distinct from f.new;
end $$;

comment on table worksheet is 'How a land value was worked out: one a property and base date, or of a supp.';
comment on table worksheet_line is 'Lines of a worksheet; part MAIN is the land, OTHER what else counts. value is whole dollars.';
comment on table worksheet_comparison is 'Properties and analyses that a worksheet compares with.';
comment on column worksheet.area is 'm², of the property as it was when the worksheet was last saved.';
comment on column worksheet.without_main is 'Main lines do not count: a member of a section 28 group is valued with its group.';
comment on function worksheet_total is 'The value of all lines that count.';
