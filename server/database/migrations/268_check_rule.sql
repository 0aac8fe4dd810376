-- Checks as data: what is wrong with a record is said by rows, and found by one function: docs/decisions/0140.

-- when_sql and expr are conditions over the columns of the view that check_findings is given; like a rule between fields,
-- an expression that is null passes. Only migrations write them, so no request can have SQL of its own run.
create table check_rule (
  item_type text not null,
  code text not null,
  posn integer not null,
  title text not null,
  severity text not null default 'E' check (severity in ('E', 'W')),
  -- A value is asked for each base date and series, a record once.
  subject text not null default 'record' check (subject in ('record', 'value')),
  when_sql text not null default 'true',
  expr text not null,
  message text not null,
  acknowledgeable boolean not null default true,
  -- The setting that makes an error of the warning.
  option text references setting_kind (key),
  primary key (item_type, code)
);
select record_table('check_rule', 'all', '{}');
create index check_rule_option on check_rule (option);

create table check_result (
  id bigint generated always as identity primary key,
  item_type text not null,
  item_id bigint not null,
  district_code district_code not null references district (code),
  rule text not null,
  base_date base_date,
  series text,
  severity text not null check (severity in ('E', 'W')),
  message text not null,
  found_at timestamptz not null default now(),
  acknowledged_comment text,
  acknowledged_by bigint references app_user (id),
  acknowledged_at timestamptz,
  foreign key (item_type, rule) references check_rule (item_type, code),
  constraint check_result_once unique nulls not distinct (item_type, item_id, rule, base_date, series)
);
select record_table('check_result', 'district');
select record_permission('check_result', 'suppU');
create index check_result_rule on check_result (item_type, rule);
create index check_result_by on check_result (acknowledged_by);
create index check_result_district on check_result (district_code);

-- What a check finds of some records. The view has item_id, base_date, series, region_id, first (true in one row of a
-- record) and what the rules of the item type ask.
create function check_findings(of_type text, ground regclass, ids bigint[])
returns table (item_id bigint, rule text, base_date date, series text, severity text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  asked text;
begin
  select string_agg(format(
    'select g.item_id, %L, %s, %s, case when %s then ''E'' else %L end, %L from ground g where %s and (%s) and not (%s)',
    r.code, case r.subject when 'value' then 'g.base_date::date' else 'null::date' end,
    case r.subject when 'value' then 'g.series' else 'null::text' end,
    case when r.option is null then 'false' else format('setting_flag(%L, g.region_id)', r.option) end,
    r.severity, r.message, case r.subject when 'value' then 'true' else 'g.first' end, r.when_sql, r.expr),
    ' union all ' order by r.posn)
  into asked from check_rule r where r.item_type = of_type;
  if asked is null then return; end if;
  return query execute format('with ground as materialized (select * from %s where item_id = any ($1)) %s', ground, asked)
    using ids;
end $$;

-- Who acknowledges, and when, is the database's to say; without a comment nothing is acknowledged.
create function stamp_acknowledgement() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  new.acknowledged_comment := nullif(trim(new.acknowledged_comment), '');
  if new.acknowledged_comment is null then
    new.acknowledged_by := null;
    new.acknowledged_at := null;
  elsif new.acknowledged_comment is distinct from old.acknowledged_comment and app_user_id() is not null then
    new.acknowledged_by := app_user_id();
    new.acknowledged_at := clock_timestamp();
  end if;
  return new;
end $$;
create trigger stamp_acknowledgement before update of acknowledged_comment on check_result
  for each row execute function stamp_acknowledgement();

create function check_result_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  r check_rule;
  said boolean := nullif(trim(after ->> 'acknowledged_comment'), '') is not null;
begin
  if app_user_id() is null then return; end if;
  if before is null or after is null then
    return query select '', 'Findings are made and removed by running the checks.';
    return;
  end if;
  select * into r from check_rule c where c.item_type = after ->> 'item_type' and c.code = after ->> 'rule';
  if said and not r.acknowledgeable then
    return query select '/acknowledged_comment', format('Check %s is not acknowledged. Correct what it found.', r.code);
  elsif said and after ->> 'severity' = 'E' and not setting_flag('supp.check.bypass', contract_region_of(after ->> 'district_code')) then
    return query select '/acknowledged_comment', 'Failing checks are not acknowledged here. Correct what they found.';
  end if;
end $$;

alter table supp add column checked_at timestamptz;

-- Whether a worksheet is kept for a supp, or for its property at the base date in force or one that the supp values. Null,
-- which finds nothing, while the office keeps no worksheets: they come with a table of their own.
create function supp_has_worksheet(of_supp bigint, of_property bigint) returns boolean
language plpgsql stable set search_path = public, pg_temp as $$
declare
  kept boolean;
begin
  if to_regclass('public.worksheet') is null then return null; end if;
  execute 'select exists (select from worksheet w where w.supp_id = $1 or w.property_id = $2 and w.supp_id is null
    and (w.base_date = lt_base_date() or w.base_date in (select v.base_date from supp_value v where v.supp_id = $1)))'
    into kept using of_supp, of_property;
  return kept;
end $$;

-- Runs the checks of supps and keeps what they found: what is found no more goes, and an acknowledgement stays with the
-- finding that it is of.
create function supp_check(ids bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
begin
  with found as materialized (select * from check_findings('SU', 'supp_checked', ids)),
  gone as (
    delete from check_result c where c.item_type = 'SU' and c.item_id = any (ids) and not exists (
      select from found f where f.item_id = c.item_id and f.rule = c.rule
        and f.base_date is not distinct from c.base_date and f.series is not distinct from c.series))
  insert into check_result (item_type, item_id, district_code, synthetic, rule, base_date, series, severity, message)
  select 'SU', f.item_id, s.district_code, s.synthetic, f.rule, f.base_date, f.series, f.severity, f.message
  from found f join supp s on s.id = f.item_id join check_rule r on r.item_type = 'SU' and r.code = f.rule
  -- What has to be corrected stands before what may be acknowledged.
  order by r.acknowledgeable, f.item_id, f.rule, f.base_date, f.series
  on conflict on constraint check_result_once
    do update set severity = excluded.severity, message = excluded.message, found_at = now();
  update supp set checked_at = clock_timestamp() where id = any (ids);
end $$;

-- The move of a life gives one number.
create function supp_check(id bigint) returns void
language sql
begin atomic
  select public.supp_check(array[id]);
end;

-- V is the land value of each base date that is required. With V empty or 0 the amounts wait.
insert into check_rule (item_type, code, posn, title, subject, when_sql, expr, message, acknowledgeable) values
('SU', '001', 1, 'Land value', 'value', $$g.supp_type <> 'PX'$$, $$coalesce(g.v, 0) >= 1$$,
  'The land value is missing or 0. Fill in a value of at least 1.', false),
('SU', '002', 2, 'Onsite allowance', 'value', $$g.v >= 1$$, $$g.onsite > 0 and g.onsite < g.v$$,
  'The onsite allowance is above 0 and below the land value, or empty.', true),
('SU', '003', 3, 'Offsite allowance', 'value', $$g.v >= 1$$, $$g.offsite > 0 and g.offsite < g.v$$,
  'The offsite allowance is above 0 and below the land value, or empty.', true),
('SU', '005', 5, 'Subdivider allowance', 'value', $$g.v >= 1$$, $$g.subdivider > 0 and g.subdivider < g.v$$,
  'The subdivider allowance is above 0 and below the land value, or empty.', true),
('SU', '006', 6, 'Mixed use apportionment', 'value', $$g.v >= 1 and g.muaf is not null$$,
  $$g.muaf > 0 and g.muaf < 100 and num_nonnulls(g.stratum, g.mdaf, g.onsite, g.offsite, g.subdivider, g.unutilised, g.attributable) = 0$$,
  'MUAF is above 0 and below 100 %, and stands without stratum, MDAF, onsite, offsite, subdivider, unutilised and attributable.', true),
('SU', '007', 7, 'Stratum allowance', 'value', $$g.v >= 1 and g.stratum is not null$$,
  $$g.stratum > 0 and g.stratum < g.v and num_nonnulls(g.muaf, g.mdaf, g.onsite, g.offsite, g.subdivider, g.unutilised, g.attributable) = 0$$,
  'The stratum allowance is above 0 and below the land value, and stands without MUAF, MDAF, onsite, offsite, subdivider, unutilised and attributable.', true),
('SU', '008', 8, 'Mixed development apportionment', 'value', $$g.v >= 1 and g.mdaf is not null$$,
  $$g.mdaf > 0 and g.mdaf < 100 and num_nonnulls(g.stratum, g.muaf, g.onsite, g.offsite, g.subdivider, g.unutilised, g.attributable) = 0$$,
  'MDAF is above 0 and below 100 %, and stands without stratum, MUAF, onsite, offsite, subdivider, unutilised and attributable.', true),
('SU', '009', 9, 'Heritage value', 'value', $$g.v >= 1 and g.heritage is not null$$,
  $$g.heritage > 0 and g.heritage < g.v and g.basis is distinct from '14G'$$,
  'The heritage value is above 0 and below the land value, and the basis is not 14G.', true),
('SU', '010', 10, 'Heritage basis', 'value', $$g.basis = '14G'$$, $$g.heritage_listed$$,
  'The basis is 14G, but the property is not marked as heritage.', true),
('SU', '011', 11, 'Unutilised and attributable', 'value', $$g.v >= 1$$,
  $$coalesce(g.unutilised >= 0 and g.unutilised < g.v, true) and coalesce(g.attributable >= 0 and g.attributable < g.v, true)$$,
  'The unutilised value and the attributable part are each from 0 to below the land value, or empty.', true),
('SU', '012', 12, 'Component and zone', 'record', $$g.supp_type <> 'PX'$$,
  $$g.zone_code is not null and g.component_code is not null and coalesce(g.component_active and g.component_zone = g.zone_code, false)$$,
  'Component and zone are set, and the component is an active one of this zone.', true),
('SU', '013', 13, 'Valuer and inspection', 'record', $$g.supp_type <> 'PX'$$,
  $$coalesce(g.valuer_id is not null and g.inspected_on <= current_date, false)$$,
  'A valuer is named, and a date of inspection that is not in the future.', true);

-- What the Valuer General's checks 162 to 169 ask is not public: these are the office's own readings, warnings at first.
insert into check_rule (item_type, code, posn, title, severity, subject, when_sql, expr, message, option) values
('SU', '162', 162, 'Legal lot', 'W', 'record', $$g.supp_type = 'PE'$$, $$g.lots > 0 or g.new_legal_description is not null$$,
  'The property has no legal lot.', 'supp.check.established'),
('SU', '163', 163, 'Area', 'W', 'record', $$g.supp_type = 'PE'$$, $$coalesce(g.area, 0) > 0$$,
  'The area is missing or 0.', 'supp.check.established'),
('SU', '164', 164, 'Rate', 'W', 'value', $$g.supp_type = 'PE' and g.v >= 1 and g.area > 0$$,
  $$g.v / g.area between g.like_rate * g.rate_low / 100 and g.like_rate * g.rate_high / 100$$,
  'The rate is outside the band around the median rate of like lots of the component.', 'supp.check.established'),
('SU', '165', 165, 'Worksheet', 'W', 'record',
  $$g.risk_rating ~ '^[12]' and (g.supp_type = 'PE' or g.supp_type = 'PX' and setting_flag('supp.check.worksheet.px', g.region_id))$$,
  $$supp_has_worksheet(g.item_id, g.property_id)$$, 'The property is of risk 1 or 2 and has no worksheet.', 'supp.check.established'),
('SU', '166', 166, 'Inspection', 'W', 'record', $$g.supp_type = 'PE'$$, $$g.inspected_on is not null$$,
  'The property has not been inspected.', 'supp.check.established'),
('SU', '167', 167, 'Parents', 'W', 'record', $$g.supp_type = 'PE'$$, $$g.parents > 0$$,
  'No parent stands under Related properties.', 'supp.check.established'),
('SU', '168', 168, 'Number of the address', 'W', 'record', $$g.supp_type = 'PE'$$, $$g.numbered$$,
  'The address has no number.', 'supp.check.established'),
('SU', '169', 169, 'Base date', 'W', 'value', $$g.supp_type = 'PE'$$, $$g.base_date between g.first_base and g.last_base$$,
  'The base date is none that the contract region values.', 'supp.check.established');

-- A supp that goes takes what was found of it along.
create function forget_findings() returns trigger language plpgsql set search_path = public, pg_temp as $$
begin
  delete from check_result where item_type = tg_argv[0] and item_id = old.id;
  return old;
end $$;
create trigger forget_findings after delete on supp for each row execute function forget_findings('SU');
