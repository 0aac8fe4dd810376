-- A component's year as its report: who wrote it, what of it is still last year's, and who may not finish it.

alter table component_year
  add column brought_from base_date,
  add column written_by bigint,
  add check (brought_from < base_date);

insert into setting_kind (group_code, posn, key, title, help, kind, default_flag, by_region) values
('CMPR', 16, 'report.second', 'A second person finishes a component report', 'Whoever wrote it last, or is its report valuer, does not set it done.', 'flag', true, true);
insert into setting (key) values ('report.second');

-- A report lies in the data set of its component.
create function fill_from_component() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  new.synthetic := coalesce((select k.synthetic from component k
    where k.district_code = new.district_code and k.code = new.component_code order by k.synthetic limit 1), new.synthetic);
  return new;
end $$;
create trigger component_year_fill before insert on component_year for each row
  when (not new.synthetic and app_user_id() is not null) execute function fill_from_component();

-- The base dates that a component has a report at: those of the office, of its district's years and of its own.
create function is_report_date(of_district text, of_component text, on_date date) returns boolean
language sql stable
return on_date in (public.lt_base_date(), public.future_base_date())
  or exists (select from public.district_year y where y.district_code = of_district and y.base_date = on_date)
  or exists (select from public.component_year y where y.district_code = of_district and y.component_code = of_component
    and y.base_date = on_date);

create function component_report_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language sql stable
begin atomic
  select '', c.closed
  from (select public.district_closed(coalesce(after, before) ->> 'district_code', (coalesce(after, before) ->> 'base_date')::date,
    (coalesce(before, after) ->> 'synthetic')::boolean) as closed) c
  where c.closed is not null
  union all
  select r.pointer, r.message from (values
    ('/component_code', 'The district has no component of this code.', before is null and not exists (select from public.component k
      where k.district_code = after ->> 'district_code' and k.code = after ->> 'component_code')),
    ('/base_date', 'There are no values of this base date. Choose the one in force or the one under work.', before is null
      and not public.is_report_date(after ->> 'district_code', after ->> 'component_code', (after ->> 'base_date')::date)),
    ('/report_valuer_id', 'There is no such user.', after ->> 'report_valuer_id' is not null
      and not exists (select from public.app_user u where u.id = (after ->> 'report_valuer_id')::bigint)),
    ('', 'A factor was applied in this year, and it stays told. Undo the factor first.', after is null and before ->> 'factor' is not null)
  ) r (pointer, message, wrong) where r.wrong;
end;

-- Who writes the report is kept beside who touched it last, since a move is no writing. The comments are last year's while they
-- read as those did: changed they are this year's, and taken back they are last year's again.
create function component_report_values(before jsonb, after jsonb) returns jsonb
language sql stable
return (
  select case when w.written then jsonb_build_object('written_by', public.app_user_id()) else '{}'::jsonb end
    || case when c.changed then jsonb_build_object('carried_from', (
      select y.base_date from public.component_year y
      where y.district_code = after ->> 'district_code' and y.component_code = after ->> 'component_code'
        and y.base_date = (after ->> 'brought_from')::date and y.synthetic = (before ->> 'synthetic')::boolean
        and y.comments = after -> 'comments')) else '{}'::jsonb end
  from (select before -> 'comments' is distinct from after -> 'comments' as changed) c
  cross join lateral (select c.changed or before -> 'trend' is distinct from after -> 'trend'
    or before -> 'monthly_pct' is distinct from after -> 'monthly_pct' as written) w);

comment on function is_report_date is 'Whether a component has a report at a base date: of the office, of its district or of its own years.';
comment on column component_year.brought_from is 'The base date whose report this one was brought forward from.';
comment on column component_year.carried_from is 'The base date whose comments these still are.';
comment on column component_year.written_by is 'Who wrote comments, trend or monthly change last.';
