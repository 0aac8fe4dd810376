-- Texts of the yearly reports, the tests of the annual values' audit with their results and notes, and the land values
-- that files brought.

-- Texts: a section of a report, of one zone or type where the section has a text for each.
create table report_text (
  id bigint generated always as identity primary key,
  report text not null check (report in ('distfinal', 'mediarel')),
  district_code district_code not null references district (code),
  base_date base_date not null default future_base_date(),
  section text not null,
  part text,
  text jsonb check (jsonb_typeof(text -> 'blocks') = 'array'),
  status text not null default 'DRAFT' check (status in ('DRAFT', 'REVIEW', 'DONE')),
  carried_from base_date,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  constraint report_text_key unique nulls not distinct (district_code, base_date, report, section, part, synthetic),
  check (carried_from < base_date)
);
select record_table('report_text');
select record_permission('report_text', 'avalU');

-- A zone or a type stands beside the sections that have a text for each.
create function report_text_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select r.pointer, r.message from (values
    ('/section', 'The media release has sentences alone; the final report has none.',
      (after ->> 'report' = 'mediarel') <> (after ->> 'section' = 'SENTENCE')),
    ('/part', 'Which zone? The market is described zone by zone.', after ->> 'section' = 'MARKET' and after ->> 'part' is null),
    ('/part', 'No zone has this code.', after ->> 'section' = 'MARKET' and after ->> 'part' is not null
      and not exists (select from public.zone z where z.code = after ->> 'part')),
    ('/part', 'Which property type? A sentence is about one: RES, COM, IND, RUR or OTH.', after ->> 'section' = 'SENTENCE'
      and (after ->> 'part' in ('RES', 'COM', 'IND', 'RUR', 'OTH')) is not true),
    ('/part', 'This section has one text alone. Clear the zone or type.',
      after ->> 'section' not in ('MARKET', 'SENTENCE') and after ->> 'part' is not null)
  ) r (pointer, message, wrong) where r.wrong and after is not null;
end;

-- What is written of no record belongs to the data set that its writer works with; where none was chosen, to the one that
-- the district has.
create function of_chosen_data() returns trigger
language plpgsql set search_path = public, pg_temp as $$
declare
  chosen text := (select o.value #>> '{}' from user_option o where o.user_id = app_user_id() and o.name = 'workspace.dataset');
begin
  new.synthetic := case chosen when 'synthetic' then true when 'real' then false
    else not exists (select from property p where p.district_code = new.district_code and not p.synthetic)
      and exists (select from property p where p.district_code = new.district_code and p.synthetic) end;
  return new;
end $$;
create trigger of_chosen_data before insert on report_text for each row
  when (not new.synthetic and app_user_id() is not null) execute function of_chosen_data();

-- The final report is certified once every text of it is done.
create function report_text_certify(which bigint) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  t report_text;
  open_texts integer;
begin
  select * into t from report_text where id = which;
  select count(*)::integer into open_texts from report_text o
  where o.report = t.report and o.district_code = t.district_code and o.base_date = t.base_date and o.synthetic = t.synthetic
    and o.id <> t.id and o.status <> 'DONE';
  if open_texts > 0 then
    raise exception '%', case open_texts when 1 then 'One text of this report is not done yet. Finish it first.'
      else format('%s texts of this report are not done yet. Finish them first.', open_texts) end;
  end if;
end $$;

-- Tests of the audit. A limit that is a setting stands there alone, so that it is said once.
create table audit_test (
  id bigint generated always as identity primary key,
  number integer not null unique check (number between 100 and 999),
  title text not null,
  scope text not null check (scope in ('DIST', 'ZONE', 'COMP', 'PROP', 'CROWN')),
  rule text not null,
  -- The report whose findings these are.
  report text,
  severity text not null default 'E' check (severity in ('E', 'W')),
  lower_limit numeric,
  upper_limit numeric,
  limit_setting text references setting_kind (key),
  unit text,
  note_required boolean not null default true,
  check (lower_limit <= upper_limit),
  check (limit_setting is null or (lower_limit is null and upper_limit is null))
);
create index audit_test_setting on audit_test (limit_setting);
select record_table('audit_test', 'all', '{update}');
select record_permission('audit_test', 'admaU');

create function audit_test_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select r.pointer, r.message from (values
    ('', 'The tests of the audit are made and removed by the product alone.', before is null or after is null),
    ('/upper_limit', 'The upper limit is below the lower one.',
      (after ->> 'upper_limit')::numeric < (after ->> 'lower_limit')::numeric),
    ('/lower_limit', 'The limit of this test is an option of the contractor. Change it there.', before ->> 'limit_setting' is not null
      and after ->> 'lower_limit' is not null),
    ('/upper_limit', 'The limit of this test is an option of the contractor. Change it there.', before ->> 'limit_setting' is not null
      and after ->> 'upper_limit' is not null)
  ) r (pointer, message, wrong) where r.wrong;
end;

-- What a test measured when it ran last; key is the district, a zone, a component, a property or a Crown record of the district.
create table audit_result (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  base_date base_date not null,
  test integer not null references audit_test (number),
  key text not null,
  measured numeric,
  lower_limit numeric,
  upper_limit numeric,
  failed boolean not null,
  measured_at timestamptz not null default now(),
  synthetic boolean not null default false,
  constraint audit_result_key unique (district_code, base_date, test, key, synthetic)
);
create index audit_result_test on audit_result (test, base_date);
-- The server's own hands run the tests.
select record_table('audit_result', 'district', '{}');
select record_stamp('audit_result');

create table audit_note (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  base_date base_date not null default future_base_date(),
  test integer not null references audit_test (number),
  key text not null,
  text text not null,
  carried_from base_date,
  synthetic boolean not null default false,
  created_at timestamptz not null default now(), created_by bigint,
  updated_at timestamptz not null default now(), updated_by bigint,
  version integer not null default 1,
  constraint audit_note_key unique (district_code, base_date, test, key, synthetic),
  check (carried_from < base_date)
);
create index audit_note_test on audit_note (test);
select record_table('audit_note');
select record_permission('audit_note', 'avalU');
create trigger of_chosen_data before insert on audit_note for each row
  when (not new.synthetic and app_user_id() is not null) execute function of_chosen_data();

-- A note is about what its test is about, in its district; of a year that is rolled over it is history.
create function audit_note_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  with n as (
    select t.number, t.scope, after ->> 'district_code' as district, after ->> 'key' as key,
      coalesce((after ->> 'base_date')::date, (before ->> 'base_date')::date, public.future_base_date()) as base_date
    from (select) one left join public.audit_test t on t.number = (after ->> 'test')::integer
    where after is not null)
  select r.pointer, r.message from n cross join lateral (values
    ('/test', 'The audit has no test of this number.', n.number is null),
    ('/key', format('This test is about a district as a whole. Its key is %s.', n.district), n.scope = 'DIST' and n.key <> n.district),
    ('/key', 'No zone has this code.', n.scope = 'ZONE'
      and not exists (select from public.zone z where z.code = n.key)),
    ('/key', 'The district has no component of this code.', n.scope = 'COMP'
      and not exists (select from public.component c where c.district_code = n.district and c.code = n.key)),
    ('/key', 'The district has no property of this number.', n.scope = 'PROP'
      and not exists (select from public.property p where p.district_code = n.district
        and p.id = case when n.key ~ '^[0-9]{1,10}$' then n.key::bigint end))
  ) r (pointer, message, wrong) where r.wrong
  union all
  select '', format('The year of this note was rolled over. %s', y.closed)
  from (select public.district_closed(coalesce(after, before) ->> 'district_code',
      coalesce((coalesce(after, before) ->> 'base_date')::date, public.future_base_date()),
      (coalesce(after, before) ->> 'synthetic')::boolean) as closed) y
  where y.closed like '%rolled over%';
end;

-- Land values as files brought them, whether or not they became the property's.
create table value_import (
  id bigint generated always as identity primary key,
  property_id bigint not null,
  district_code district_code not null,
  base_date base_date not null,
  land_value aud not null check (land_value >= 0),
  authority_code text,
  basis_code text,
  file_id bigint references import_file (id),
  line_no integer check (line_no > 0),
  synthetic boolean not null default false,
  foreign key (property_id, district_code, synthetic) references property (id, district_code, synthetic)
    on update cascade on delete cascade
);
create index value_import_property on value_import (property_id, base_date, id);
create index value_import_district on value_import (district_code, base_date);
create index value_import_file on value_import (file_id) where file_id is not null;
select record_table('value_import', 'district', '{}');
select record_stamp('value_import');
create trigger value_import_fill before insert on value_import for each row
  when (new.district_code is null or new.synthetic is null) execute function fill_from_property();

insert into audit_test (number, title, scope, rule, report, severity, lower_limit, upper_limit, limit_setting, unit, note_required) values
(300, 'Change of analysed properties against the others', 'ZONE', 'Mean change of the properties with an analysed sale less that of the others (COAVC), either way.', 'statsumm', 'E', null, 0.05, null, 'share', true),
(301, 'COD of zones of one kind of home', 'ZONE', 'Coefficient of dispersion of zones of letter A or Z.', 'statsumm', 'E', null, 10, null, 'per cent', true),
(302, 'COD of other zones', 'ZONE', 'Coefficient of dispersion of zones of letter B, C, D, M, T, I or R.', 'statsumm', 'E', null, 15, null, 'per cent', true),
(303, 'Mean value-price ratio', 'ZONE', 'Mean of value over adjusted land value (MVP), zones of letter A, B, C, D, M, T, I, R or Z.', 'statsumm', 'E', 90, 100, null, 'per cent', true),
(304, 'Price-related differential', 'ZONE', 'Mean ratio over weighted mean ratio (PRD).', 'statsumm', 'E', 0.98, 1.03, null, 'ratio', true),
(305, 'Implied factor against the component factor', 'COMP', 'Median factor that analysed sales imply, over the factor of the component, less one.', 'avmcheck', 'E', null, null, 'avm.tolerance', 'per cent', true),
(306, 'Primary benchmark off its factor', 'COMP', 'The new value of the primary benchmark is its old one by the factor, and within a tenth of its best linked sale.', 'bmexcept', 'E', -0.10, 0.10, null, 'share', true),
(311, 'Level of properties of risk 1', 'DIST', 'Mean value-price ratio of analysed properties of risk 1.', null, 'W', 90, 100, null, 'per cent', true),
(312, 'Level of properties of risk 1 with a worksheet', 'DIST', 'Mean value-price ratio of analysed properties of risk 1 that have a worksheet of the year.', null, 'W', 90, 100, null, 'per cent', true),
(313, 'Level of properties of risk 1 without a worksheet', 'DIST', 'Mean value-price ratio of analysed properties of risk 1 that have no worksheet of the year.', null, 'W', 90, 100, null, 'per cent', true),
(314, 'Level of properties of risk 2', 'DIST', 'Mean value-price ratio of analysed properties of risk 2.', null, 'W', 90, 100, null, 'per cent', true),
(315, 'Level of properties of risk 2 with a worksheet', 'DIST', 'Mean value-price ratio of analysed properties of risk 2 that have a worksheet of the year.', null, 'W', 90, 100, null, 'per cent', true),
(316, 'Level of properties of risk 2 without a worksheet', 'DIST', 'Mean value-price ratio of analysed properties of risk 2 that have no worksheet of the year.', null, 'W', 90, 100, null, 'per cent', true),
(901, 'Reference benchmark off its factor', 'PROP', 'Change of a reference benchmark over the factor of its component, less one.', 'bmexcept', 'E', null, null, 'bm.reference.tolerance', 'per cent', true),
(902, 'Component without a primary benchmark', 'COMP', 'An active component that has properties has a primary benchmark.', 'bmexcept', 'E', null, null, null, null, true),
(903, 'Value by hand without a reason', 'PROP', 'A value found by hand says why.', null, 'E', null, null, null, null, true),
(904, 'Significant change of value', 'PROP', 'Change of the value over the factor of its component, less one.', 'varbyfact', 'W', null, null, 'risk.sigvalch', 'per cent', true),
(905, 'No value for the year', 'PROP', 'An active property has a land value for the year under work.', null, 'E', null, null, null, null, true),
(906, 'Allowance not below the value', 'PROP', 'An allowance or concession is below the land value.', 'conccomp', 'E', null, null, null, null, true),
(907, 'Verification outstanding', 'PROP', 'Verified within the cycle of its risk.', 'verifybyrisk', 'W', null, null, null, null, true),
(908, 'Section 28 group does not add up', 'PROP', 'Shares of a section 28 group are its value, and its lines too.', 'sec28excepts', 'E', null, null, null, null, true),
(909, 'Value under the floor', 'PROP', 'Land value per square metre is at least the floor; 0 asks nothing.', null, 'W', 0, null, null, '$/m²', true),
(910, 'Large component without an analysed sale', 'COMP', 'A component of more properties than the limit has an analysed sale.', null, 'W', null, 50, null, 'properties', true),
(951, 'Crown parcel without a value', 'CROWN', 'A parcel has a value at the base date.', 'riincomplete', 'E', null, null, null, null, true),
(952, 'Crown parcel without an area', 'CROWN', 'A parcel has an area above 0; a financial one a cap rate.', 'riincomplete', 'E', null, null, null, null, true),
(953, 'Crown class without a factor', 'CROWN', 'A class that has parcels has a factor in the LGA.', 'rinofactor', 'E', null, null, null, null, true),
(954, 'Report of a Crown component incomplete', 'CROWN', 'Report, valuer, comments, primary benchmark, links and factor of a Crown component.', 'clcrcheck', 'E', null, null, null, null, true),
(955, 'Crown rate off its class', 'CROWN', 'Rate of a parcel over the median rate of its class.', null, 'W', 0.5, 2, null, 'ratio', true);

comment on table report_text is 'Texts of the final report and the media release, by district and base date.';
comment on column report_text.text is 'Formatted text; rich_text_plain() gives its words.';
comment on column report_text.part is 'Zone code or property type, where the section has a text for each.';
comment on column report_text.carried_from is 'The base date whose text this began with.';
comment on table audit_test is 'Tests of the audit of annual values: what each asks, with its limits.';
comment on column audit_test.limit_setting is 'The option of the contractor that is the limit.';
comment on column audit_test.report is 'The report whose findings it counts.';
comment on table audit_result is 'What each test of the audit measured when it ran last, by what it was about.';
comment on column audit_result.key is 'District, zone code, component code, PID or Crown record.';
comment on table audit_note is 'Notes that explain a result of the audit.';
comment on column audit_note.key is 'District, zone code, component code, PID or Crown record.';
comment on table value_import is 'Land values as files brought them, line by line.';
