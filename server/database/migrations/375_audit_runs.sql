-- Tests of the audit as queries: which one measures each test, when it ran last in a district, and what a person reads of a result.

alter table audit_test add column query text;
update audit_test set query = case
  when number between 300 and 304 then 'audit_levels'
  when number in (305, 910) then 'audit_components'
  when number in (306, 901, 902) then 'audit_benchmarks'
  when number between 311 and 316 then 'audit_risks'
  when number in (903, 905, 909) then 'audit_values'
  when number = 904 then 'audit_variances'
  when number = 906 then 'audit_concessions'
  when number = 907 then 'audit_verifications'
  when number = 908 then 'audit_section28'
  else 'audit_crown' end;
alter table audit_test alter column query set not null;
comment on column audit_test.query is 'The shared query that measures it; audit_measured has all of them.';

-- A finding about a section 28 group is of the group, or of a member as one of the group.
alter table audit_test drop constraint audit_test_scope_check;
alter table audit_test add constraint audit_test_scope_check check (scope in ('DIST', 'ZONE', 'COMP', 'PROP', 'GROUP', 'CROWN'));
update audit_test set scope = 'GROUP', rule = 'A section 28 group holds together: members, shares, lines and zones.' where number = 908;
-- The greatest dispersion that a zone may have stands at the zone.
update audit_test set upper_limit = null, unit = 'per cent' where number in (301, 302);
update audit_test set rule = 'The land value for the year under work is its old one by the factor, and within a tenth of the sale that is linked to it and nearest.'
  where number = 306;

create or replace function audit_test_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select r.pointer, r.message from (values
    ('', 'The tests of the audit are made and removed by the product alone.', before is null or after is null),
    ('/upper_limit', 'The upper limit is below the lower one.',
      (after ->> 'upper_limit')::numeric < (after ->> 'lower_limit')::numeric)
  ) r (pointer, message, wrong) where r.wrong
  union all
  select l.pointer, case when before ->> 'limit_setting' is not null
      then 'The limit of this test is an option of the contractor. Change it there.'
    when (before ->> 'number')::integer in (301, 302) then 'The limit of this test stands at each zone.'
    else 'This test has no such limit.' end
  from (values ('/lower_limit', 'lower_limit'), ('/upper_limit', 'upper_limit')) l (pointer, field)
  where before is not null and after is not null and before ->> l.field is null and after ->> l.field is not null;
end;

-- As before, with the limits of the audit's tests, so that a limit is said once.
create or replace function level_tests(letter text, cod_limit numeric, n integer, cod double precision, mvp double precision,
  prd double precision, n_analysed integer, coavc double precision)
returns table (test_300 text, test_301 text, test_303 text, test_304 text, verdict text)
language sql stable parallel safe
begin atomic
  select t.a300, t.a301, t.a303, t.a304,
    case when coalesce(n, 0) = 0 then 'no sales' when n < 5 then 'small sample'
      when 'fail' in (t.a300, t.a301, t.a303, t.a304) then 'fail' else 'pass' end
  from (select
    case when n_analysed >= 5 and coavc is not null
      then case when round(coavc::numeric, 9) <= l.coavc_most then 'pass' else 'fail' end end as a300,
    case when n >= 5 and cod_limit is not null then case when round(cod::numeric, 9) < cod_limit then 'pass' else 'fail' end end as a301,
    case when n >= 5 and letter in ('A', 'B', 'C', 'D', 'I', 'M', 'R', 'T', 'Z')
      then case when round(mvp::numeric, 9) between l.mvp_least and l.mvp_most then 'pass' else 'fail' end end as a303,
    case when n >= 5 then case when round(prd::numeric, 9) between l.prd_least and l.prd_most then 'pass' else 'fail' end end as a304
    from (select coalesce(max(upper_limit) filter (where number = 300), 'infinity') as coavc_most,
        coalesce(max(lower_limit) filter (where number = 303), '-infinity') as mvp_least,
        coalesce(max(upper_limit) filter (where number = 303), 'infinity') as mvp_most,
        coalesce(max(lower_limit) filter (where number = 304), '-infinity') as prd_least,
        coalesce(max(upper_limit) filter (where number = 304), 'infinity') as prd_most
      from public.audit_test where number in (300, 303, 304)) as l) as t;
end;

-- What a person reads of a result: its address or name, and what is wrong in words.
alter table audit_result add column about text, add column detail text;
comment on column audit_result.about is 'Address or name of what was measured, as it was then.';
comment on column audit_result.detail is 'What was found, in words.';

-- A test that found nothing has no result, and ran all the same.
create table audit_run (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  base_date base_date not null,
  test integer not null references audit_test (number),
  synthetic boolean not null default false,
  measured integer not null,
  failed integer not null,
  -- What it stands on; another one means that something has changed since.
  stamp text not null,
  run_at timestamptz not null default now(),
  constraint audit_run_key unique (district_code, base_date, test, synthetic)
);
create index audit_run_test on audit_run (test);
-- The server's own hands run the tests.
select record_table('audit_run', 'district', '{}');
comment on table audit_run is 'When each test of the audit ran last in a district, and how much it found.';

create function audit_stamp(of_district text) returns text
language sql stable
return concat_ws(' ',
  (select max(a.id) from public.audit a where a.district_code = of_district and a.table_name not in ('audit_note', 'report_text', 'attachment')),
  (select concat_ws('-', max(f.id), count(*) filter (where f.state = 'done'), count(*) filter (where f.state = 'undone'))
    from public.import_file f where of_district = any (f.districts)),
  (select concat_ws('-', max(r.id), count(*) filter (where r.state = 'UNDONE')) from public.factor_run r where r.district_code = of_district),
  (select round(extract(epoch from max(s.updated_at))) from public.setting s),
  (select sum(t.version) from public.audit_test t));
comment on function audit_stamp is 'Another text whenever what the audit measures in the district may have changed; notes are not of it.';

-- As before; a finding of a group is about a group of the district.
create or replace function audit_note_rules(before jsonb, after jsonb) returns table (pointer text, message text)
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
    ('/key', 'No zone has this code.', n.scope = 'ZONE' and n.key <> 'none'
      and not exists (select from public.zone z where z.code = n.key)),
    ('/key', 'The district has no component of this code.', n.scope = 'COMP' and n.key <> 'none'
      and not exists (select from public.component c where c.district_code = n.district and c.code = n.key)),
    ('/key', 'The district has no property of this number.', n.scope = 'PROP'
      and not exists (select from public.property p where p.district_code = n.district
        and p.id = case when n.key ~ '^[0-9]{1,10}$' then n.key::bigint end)),
    ('/key', 'The district has no section 28 group of this number.', n.scope = 'GROUP'
      and not exists (select from public.s28_group g where g.district_code = n.district
        and g.id = case when n.key ~ '^[0-9]{1,10} ' then split_part(n.key, ' ', 1)::bigint end))
  ) r (pointer, message, wrong) where r.wrong
  union all
  select '', format('The year of this note was rolled over. %s', y.closed)
  from (select public.district_closed(coalesce(after, before) ->> 'district_code',
      coalesce((coalesce(after, before) ->> 'base_date')::date, public.future_base_date()),
      (coalesce(after, before) ->> 'synthetic')::boolean) as closed) y
  where y.closed like '%rolled over%';
end;
