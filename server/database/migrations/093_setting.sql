-- What a company, or one of its regions, has set: reports and rules read it by setting_number, setting_flag and
-- setting_text. A setting without a value has its default, which the product may change.

create table setting_kind (
  key text primary key check (key ~ '^[a-z][a-z0-9._]*$'),
  group_code text not null,
  posn integer not null,
  title text not null,
  help text not null,
  kind text not null check (kind in ('flag', 'number', 'text', 'choice')),
  unit text,
  minimum numeric,
  maximum numeric,
  whole boolean not null default false,
  choices text[],
  default_flag boolean,
  default_number numeric,
  default_text text,
  -- False: one value for the whole company.
  by_region boolean not null default true
);
select record_table('setting_kind', 'all', '{}');

create table setting (
  id bigint generated always as identity primary key,
  company bigint not null default 1,
  key text not null references setting_kind (key),
  region_id bigint references contract_region (id) on delete cascade,
  flag boolean,
  number numeric,
  text text,
  unique nulls not distinct (company, key, region_id)
);
create index setting_key on setting (key);
create index setting_region on setting (region_id);
select record_table('setting', 'company');
select record_permission('setting', 'coptU');

-- The row that holds: the region's where it has one, else the company's.
create function setting_row(of_key text, of_region bigint default null) returns setting
language sql stable
return (select s from public.setting s where s.key = of_key and (s.region_id is null or s.region_id = of_region)
  order by s.region_id nulls last limit 1);

create function setting_number(key text, region bigint default null) returns numeric
language sql stable
return (select coalesce((public.setting_row(k.key, region)).number, (public.setting_row(k.key)).number, k.default_number)
  from public.setting_kind k where k.key = setting_number.key);

create function setting_flag(key text, region bigint default null) returns boolean
language sql stable
return (select coalesce((public.setting_row(k.key, region)).flag, (public.setting_row(k.key)).flag, k.default_flag)
  from public.setting_kind k where k.key = setting_flag.key);

create function setting_text(key text, region bigint default null) returns text
language sql stable
return (select coalesce((public.setting_row(k.key, region)).text, (public.setting_row(k.key)).text, k.default_text)
  from public.setting_kind k where k.key = setting_text.key);

-- A value as a page says it.
create function setting_said(k setting_kind, flag boolean, number numeric, text text) returns text
language sql immutable
return case k.kind when 'flag' then case flag when true then 'Yes' when false then 'No' end
  when 'number' then trim_scale(number)::text || coalesce(' ' || k.unit, '')
  else text end;

create function setting_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
declare
  k setting_kind;
  number numeric := (after ->> 'number')::numeric;
begin
  if after is null then
    if before ->> 'region_id' is null then
      return query select '', 'A setting of the company is not removed. Reset it to its default.';
    end if;
    return;
  end if;
  select * into k from setting_kind s where s.key = after ->> 'key';
  if k.key is null then
    return query select '/key', 'There is no such setting.';
    return;
  end if;
  if after ->> 'region_id' is not null and not k.by_region then
    return query select '/region_id', 'This setting has one value for the whole company.';
  end if;
  if (after ->> 'flag' is not null and k.kind <> 'flag') or (number is not null and k.kind <> 'number')
    or (after ->> 'text' is not null and k.kind not in ('text', 'choice'))
  then
    return query select '/' || case when number is not null then 'number' when after ->> 'flag' is not null then 'flag' else 'text' end,
      format('This setting is a %s.', k.kind);
  elsif k.kind = 'number' and (number < k.minimum or number > k.maximum) then
    return query select '/number', format('%s is accepted.', case when k.maximum is null then 'At least ' || trim_scale(k.minimum)
      else 'A value from ' || trim_scale(k.minimum) || ' to ' || trim_scale(k.maximum) end);
  elsif k.whole and number <> trunc(number) then
    return query select '/number', 'A whole number is needed.';
  elsif k.kind = 'choice' and after ->> 'text' <> all (k.choices) then
    return query select '/text', format('Use one of: %s.', array_to_string(k.choices, ', '));
  end if;
end $$;

insert into setting_kind (group_code, posn, key, title, help, kind, unit, minimum, maximum, whole, choices,
  default_flag, default_number, default_text, by_region) values
('SUPP', 1, 'supp.overdue.days', 'Overdue after', 'Days after which an open supp counts as overdue, where its region says nothing else.', 'number', 'days', 1, 366, true, null, null, 30, null, true),
('SUPP', 2, 'supp.import.stage', 'Stage on import', 'Stage that a supp begins with when a file brings it.', 'text', null, null, null, false, null, null, null, 'Received', true),
('SUPP', 3, 'supp.default.authority', 'Default authority', 'Authority code where the file names none.', 'text', null, null, null, false, null, null, null, '14B', true),
('SUPP', 4, 'supp.default.basis', 'Default basis', 'Basis code where the file names none.', 'text', null, null, null, false, null, null, null, null, true),
('SUPP', 5, 'supp.check.bypass', 'Checks may be bypassed with a comment', 'A failing check is acknowledged with a comment and no longer stops a supp.', 'flag', null, null, null, false, null, true, null, null, true),
('SUPP', 6, 'supp.comment.acknowledged', 'Acknowledged errors into the comment', 'Adds what was acknowledged to the comment that is exported.', 'flag', null, null, null, false, null, false, null, null, true),
('SUPP', 7, 'supp.check.established', 'Checks 162 to 169 are errors', 'Otherwise they are warnings.', 'flag', null, null, null, false, null, false, null, null, true),
('SUPP', 8, 'supp.check.worksheet.px', 'Worksheet checks of cancelled properties', 'Asks for a worksheet of a PX as well.', 'flag', null, null, null, false, null, false, null, null, true),
('SUPP', 9, 'supp.comment.correct', 'Text for checked and correct', 'Inserted as the comment of a supp without a change of value.', 'text', null, null, null, false, null, null, null, 'Checked and correct.', true),
('ANLY', 1, 'time.method', 'Time adjustment', 'How a price is moved from its contract date to the base date.', 'choice', null, null, null, false, '{compound,linear}', null, null, 'compound', true),
('ANLY', 2, 'comparison.band', 'Comparable within', 'A benchmark within this of the sale is comparable; otherwise superior or inferior.', 'number', '%', 0, 50, false, null, null, 3, null, true),
('ANLY', 3, 'rate.direction', 'Rounding of rates', 'How a rate per square metre is rounded to three figures.', 'choice', null, null, null, false, '{floor,nearest}', null, null, 'floor', false),
('ANLY', 4, 'risk.analysale', 'Analysed sale counts when', 'What makes a property rated 1-ANLYSALE: its analysis, or only one that was exported.', 'choice', null, null, null, false, '{export,analysis}', null, null, 'export', true),
('WKSH', 1, 'rate.band.low', 'Rates from', 'Lowest share of the median rate of like lots that a worksheet takes without a warning.', 'number', '%', 1, 100, false, null, null, 50, null, true),
('WKSH', 2, 'rate.band.high', 'Rates up to', 'Highest share of that median.', 'number', '%', 100, 1000, false, null, null, 200, null, true),
('WKSH', 3, 'area.tolerance.share', 'Areas differ from', 'Smaller differences between two sources of an area are left out.', 'number', '%', 0, 100, false, null, null, 2, null, true),
('WKSH', 4, 'area.tolerance.metres', 'And by more than', 'Both must be exceeded.', 'number', 'm²', 0, 10000, false, null, null, 10, null, true),
('CMPR', 1, 'variance.limit', 'Variance from the factor', 'A property whose change differs more from that of its component is listed.', 'number', '%', 0, 100, false, null, null, 5, null, true),
('CMPR', 2, 'inconsistent.limit', 'Inconsistent from', 'A value that differs more from those of like lots is listed.', 'number', '%', 0, 100, false, null, null, 15, null, true),
('CMPR', 3, 'bm.reference.tolerance', 'Reference benchmarks within', 'Distance of a reference benchmark from the factor of its component.', 'number', '%', 0, 100, false, null, null, 10, null, true),
('CMPR', 4, 'link.band', 'Sales linked within', 'Sales within this of the value of a benchmark are candidates for linking.', 'number', '%', 1, 100, false, null, null, 30, null, true),
('CMPR', 5, 'link.nearest', 'Sales linked to a benchmark', 'So many of the nearest candidates are linked.', 'number', 'sales', 1, 50, true, null, null, 5, null, true),
('CMPR', 6, 'ri.bad.spread', 'Regional index: spread', 'A factor of a district that differs more from its region is listed.', 'number', '%', 1, 100, false, null, null, 20, null, true),
('CMPR', 7, 'ri.bad.maximum', 'Regional index: highest factor', 'A higher factor is listed.', 'number', null, 1, 20, false, null, null, 3, null, true),
('GENL', 1, 'objection.years', 'Objections of the last', 'Objections older than this count no more.', 'number', 'years', 1, 20, true, null, null, 3, null, true),
('GENL', 2, 'risk.sigvalch', 'Significant change of value', 'A property whose value changes more is rated 1-SIGVALCH.', 'number', '%', 1, 500, false, null, null, 30, null, true),
('GENL', 3, 'avm.tolerance', 'Automated values within', 'A value that differs more from the automated one is listed.', 'number', '%', 1, 100, false, null, null, 10, null, true),
('VRFY', 1, 'verify.years.1', 'Risk 1 is verified every', 'Cycle of properties of the highest risk, where the rating says nothing else.', 'number', 'years', 1, 20, true, null, null, 1, null, true),
('VRFY', 2, 'verify.years.2', 'Risk 2 is verified every', 'Cycle of properties of medium risk.', 'number', 'years', 1, 20, true, null, null, 3, null, true),
('VRFY', 3, 'verify.years.3', 'Risk 3 is verified every', 'Cycle of properties of the lowest risk.', 'number', 'years', 1, 20, true, null, null, 6, null, true),
('SALE', 1, 'lightly.share', 'Lightly improved up to', 'A sale whose improvements are at most this share of its price counts as lightly improved.', 'number', '%', 1, 100, false, null, null, 20, null, true);

insert into setting (key) select key from setting_kind order by group_code, posn;
