-- Why the year may not be rolled over now, each with how many and the page that mends it; no row where it may. One of them is a
-- year that no valuation file keeps as it stands.
create function roll_refusals() returns table (posn integer, reason text, n integer, page text)
language sql stable
begin atomic
  select 1, 'You work in some districts only. The year is rolled over for all of them at once, by somebody who works in all.', null::integer, null::text
  where app_work_districts() is not null or app_districts() is not null
  union all
  select 2, format('The base date under work, %s, is not reached yet. A year is rolled over once.', to_char(future_base_date(), 'FMDD-Mon-YYYY')), null, null
  where future_base_date() > office_today()
  union all
  select 3, 'No district has begun the year. Begin it first.', null, '/annual/admin'
  where not exists (select from years_under_work() y where y.state is not null)
  union all
  select 4, format('%s not locked: %s%s. Lock them first.', case count(*) when 1 then 'One district is' else count(*) || ' districts are' end,
    array_to_string((array_agg(y.district_code order by y.district_code))[:5], ', '), case when count(*) > 5 then ' …' else '' end),
    count(*)::integer, '/annual/admin'
  from years_under_work() y where y.state is distinct from 'LOCKED' having count(*) > 0
  union all
  select 5, format('%s of severity E %s no note: district %s. Write one for each.',
    case count(*) when 1 then 'One failed result' else count(*) || ' failed results' end, case count(*) when 1 then 'has' else 'have' end,
    array_to_string((array_agg(distinct a.district_code))[:5], ', ')), count(*)::integer, '/annual/uaudit'
  from audits_without_note() a having count(*) > 0
  union all
  select distinct 6, valuation_file_refusal(future_base_date(), y.synthetic), null::integer, '/annual/admin'
  from years_under_work() y
  where y.state is not null and valuation_file_refusal(future_base_date(), y.synthetic) is not null;
end;

comment on function roll_refusals is 'Why the year under work may not be rolled over now; no row where it may.';
