-- Last year's component report brought forward: its comments, valuer and benchmarks. Linked sales are not copied: they were compared
-- with last year's values, so the page shows them until they are linked again. What each run wrote is kept, so that it goes back.

create table component_forward (
  id bigint generated always as identity primary key,
  district_code district_code not null references district (code),
  component_code text not null,
  base_date base_date not null,
  job_id bigint,
  report_id bigint not null,
  -- The report as it was; null where the run made it.
  old jsonb,
  -- The version that the run wrote: another one, and somebody has worked on it since.
  report_version integer not null,
  -- Made by the run: property_id, and old_type, what the property itself was before.
  benchmarks jsonb not null default '[]',
  -- Benchmarks that got last year's comment.
  commented bigint[] not null default '{}',
  undone_at timestamptz
);
create index component_forward_component on component_forward (district_code, component_code, base_date);
create index component_forward_job on component_forward (job_id);
create index component_forward_report on component_forward (report_id);
select record_table('component_forward', 'district', '{insert,update}');
select record_permission('component_forward', 'cmprU');

-- Last year's benchmarks of these components, each with why it does not come: it is one already, or is none any more.
create function forward_benchmarks(components bigint[], on_date date) returns table (
  component_id bigint, benchmark_id bigint, property_id bigint, benchmark_type text, comment text, there boolean, bare boolean, left_out text
) language sql stable
begin atomic
  select k.id, b.id, b.property_id, b.benchmark_type, b.comment, n.id is not null,
    n.id is not null and n.comment is null and b.comment is not null and n.component_code = k.code,
    case when n.id is not null then null
      when p.status <> 'A' then format('property %s is %s', p.id, case p.status when 'X' then 'cancelled' else 'out of contract' end)
      when p.component_code is distinct from k.code then format('property %s lies in component %s now', p.id, coalesce(p.component_code, '(none)'))
      when b.benchmark_type = 'P' and m.property_id is not null then format('property %s is primary instead of property %s', m.property_id, p.id)
    end
  from component k
  join benchmark_year b on b.district_code = k.district_code and b.component_code = k.code and b.synthetic = k.synthetic
    and b.base_date = (on_date - interval '1 year')::date
  join property p on p.id = b.property_id
  left join benchmark_year n on n.property_id = b.property_id and n.base_date = on_date
  left join lateral (
    select o.property_id from benchmark_year o
    where b.benchmark_type = 'P' and o.district_code = k.district_code and o.component_code = k.code and o.synthetic = k.synthetic
      and o.base_date = on_date and o.benchmark_type = 'P' order by o.property_id limit 1) m on true
  where k.id = any (components);
end;

-- Whether a component's report may be brought forward to a base date, what of it comes, and why not.
create function forward_members(of_districts text[], on_date date, of_ids bigint[] default null) returns table (
  component_id bigint, version integer, district_code text, code text, synthetic boolean, report_id bigint, before_id bigint,
  refused text, note text
) language sql stable
begin atomic
  with k as materialized (
    select k.* from component k
    where k.district_code::text = any (of_districts) and case when of_ids is null then k.active else k.id = any (of_ids) end),
  closed as materialized (
    select d.code, s.synthetic, district_closed(d.code, on_date, s.synthetic) as why
    from unnest(of_districts) d (code), (values (false), (true)) s (synthetic)),
  b as materialized (
    select f.component_id, count(*) filter (where not f.there and f.left_out is null) as come,
      count(*) filter (where f.there) as there, string_agg(f.left_out, '; ' order by f.property_id) as left_out
    from forward_benchmarks(array(select k.id from k), on_date) f group by f.component_id),
  l as materialized (
    select k.id, count(*) as links from k
    join analysis_benchmark a on a.district_code = k.district_code and a.component_code = k.code and a.synthetic = k.synthetic
      and a.base_date = (on_date - interval '1 year')::date
    group by k.id)
  select k.id, k.version, k.district_code::text, k.code, k.synthetic, y.id, o.id,
    case when on_date not in (lt_base_date(), future_base_date()) then 'There are no values of this base date. Choose the year in force or the one under work.'
      when c.why is not null then c.why
      when k.district_code::text <> all (coalesce(app_work_districts(), array[k.district_code::text]))
        then 'You may search district ' || k.district_code || ', but not work in it.'
      when not k.active then 'The component is not active.'
      when y.brought_from is not null then 'It was brought forward already.'
      when y.report_status <> 'DRAFT' or y.comments is not null then 'It has a report of this year already.'
      when o.id is null then 'It has no report of the year before.' end,
    concat_ws('. ', case coalesce(b.come, 0) when 0 then case when b.there > 0 then 'Its benchmarks are there already' else 'No benchmark comes' end
        when 1 then 'One benchmark comes' else b.come || ' benchmarks come' end,
      'Left out: ' || b.left_out,
      case l.links when 1 then 'One linked sale is to be linked again' else l.links || ' linked sales are to be linked again' end)
  from k
  join closed c on c.code = k.district_code::text and c.synthetic = k.synthetic
  left join component_year y on y.district_code = k.district_code and y.component_code = k.code and y.base_date = on_date
    and y.synthetic = k.synthetic
  left join component_year o on o.district_code = k.district_code and o.component_code = k.code and o.synthetic = k.synthetic
    and o.base_date = (on_date - interval '1 year')::date
  left join b on b.component_id = k.id
  left join l on l.id = k.id;
end;

-- Brings forward the reports of these components and answers how many.
create function component_bring_forward(job bigint, params jsonb, ids bigint[]) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  on_date date := base_date_of((params ->> 'year')::integer);
  before_date date := (on_date - interval '1 year')::date;
  m record;
  report component_year;
  was component_year;
  last_year component_year;
  made jsonb;
  commented bigint[];
  n integer := 0;
begin
  perform y.id from component_year y join component k on k.district_code = y.district_code and k.code = y.component_code
    and k.synthetic = y.synthetic where k.id = any (ids) and y.base_date = on_date order by y.id for update of y;
  for m in
    select * from forward_members(array(select distinct k.district_code::text from component k where k.id = any (ids)), on_date, ids) f
    where f.refused is null order by f.component_id
  loop
    select * into last_year from component_year y where y.id = m.before_id;
    was := null;
    select * into was from component_year y where y.id = m.report_id;
    if was.id is null then
      insert into component_year (district_code, component_code, base_date, report_valuer_id, comments, handcrafted, carried_from,
        brought_from, synthetic, created_by, updated_by)
      values (m.district_code, m.code, on_date, last_year.report_valuer_id, last_year.comments, last_year.handcrafted,
        case when last_year.comments is not null then before_date end, before_date, m.synthetic, app_user_id(), app_user_id())
      returning * into report;
    else
      update component_year y set report_valuer_id = coalesce(y.report_valuer_id, last_year.report_valuer_id),
        comments = last_year.comments, handcrafted = last_year.handcrafted,
        carried_from = case when last_year.comments is not null then before_date end, brought_from = before_date,
        updated_by = app_user_id(), version = y.version + 1
      where y.id = was.id returning * into report;
    end if;
    with f as materialized (
      select f.*, p.benchmark_type as old_type from forward_benchmarks(array[m.component_id], on_date) f join property p on p.id = f.property_id),
    inserted as (
      insert into benchmark_year (property_id, district_code, component_code, base_date, benchmark_type, lv_old, comment, synthetic,
        created_by, updated_by)
      select f.property_id, m.district_code, m.code, on_date, f.benchmark_type,
        coalesce((select v.land_value from property_value v where v.property_id = f.property_id and v.series = 'LT'
          and v.base_date = before_date), b.lv_new), f.comment, m.synthetic, app_user_id(), app_user_id()
      from f join benchmark_year b on b.id = f.benchmark_id
      where not f.there and f.left_out is null order by f.property_id
      returning property_id),
    worded as (
      update benchmark_year n set comment = f.comment, version = n.version + 1, updated_by = app_user_id()
      from f where f.bare and n.property_id = f.property_id and n.base_date = on_date
      returning n.property_id)
    select coalesce((select jsonb_agg(jsonb_build_object('property_id', f.property_id, 'old_type', f.old_type)) from inserted i
        join f on f.property_id = i.property_id), '[]'), array(select w.property_id from worded w)
    into made, commented;
    insert into component_forward (district_code, component_code, base_date, job_id, report_id, old, report_version, benchmarks, commented, synthetic)
    values (m.district_code, m.code, on_date, job, report.id, case when was.id is not null then to_jsonb(was) end, report.version,
      made, commented, m.synthetic);
    insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
    select app_user_id(), 'component_year', report.id, case when was.id is null then 'insert' else 'update' end, was.version,
      jsonb_object_agg(c.key, jsonb_build_object('old', to_jsonb(was) -> c.key, 'new', c.value)), m.district_code, m.synthetic
    from jsonb_each(to_jsonb(report)) c
    where c.key in ('report_valuer_id', 'comments', 'handcrafted', 'carried_from', 'brought_from')
      and c.value is distinct from coalesce(to_jsonb(was) -> c.key, 'null')
    having count(*) > 0;
    n := n + 1;
  end loop;
  return n;
end $$;

-- The benchmarks of a run that is taken back. By a trigger, since a benchmark and the type of its property do not follow each other
-- within one: a property that was a benchmark before without a row of the year stays one.
create function component_forward_undone() returns trigger
language plpgsql set search_path = public, pg_temp as $$
begin
  with gone as (
    delete from benchmark_year b using jsonb_to_recordset(new.benchmarks) as x (property_id bigint, old_type text)
    where b.property_id = x.property_id and b.base_date = new.base_date and b.version = 1
    returning b.property_id, b.benchmark_type, x.old_type),
  back as (
    update property p set benchmark_type = g.old_type, version = p.version + 1 from gone g
    where p.id = g.property_id and new.base_date = future_base_date() and p.benchmark_type is not distinct from g.benchmark_type
      and g.old_type is distinct from g.benchmark_type
    returning p.id, p.version - 1 as version, g.benchmark_type, g.old_type)
  insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
  select app_user_id(), 'property', b.id, 'update', b.version,
    jsonb_build_object('benchmark_type', jsonb_build_object('old', b.benchmark_type, 'new', b.old_type)), new.district_code, new.synthetic
  from back b;
  update benchmark_year b set comment = null, version = b.version + 1, updated_by = app_user_id()
  from benchmark_year o
  where b.property_id = any (new.commented) and b.base_date = new.base_date and o.property_id = b.property_id
    and o.base_date = (new.base_date - interval '1 year')::date and b.comment = o.comment;
  return null;
end $$;
create trigger component_forward_undone after update of undone_at on component_forward for each row
  when (old.undone_at is null and new.undone_at is not null) execute function component_forward_undone();

-- Takes back what a job brought forward. A report that somebody worked on since stays as it is, with its benchmarks.
create function component_take_forward_back(job bigint) returns integer
language plpgsql set search_path = public, pg_temp as $$
declare
  f component_forward;
  report component_year;
  was component_year;
  why text;
  n integer := 0;
begin
  for f in select * from component_forward c where c.job_id = job and c.undone_at is null order by c.report_id loop
    why := district_closed(f.district_code::text, f.base_date, f.synthetic);
    if why is not null then raise exception '%', why; end if;
    select * into report from component_year y where y.id = f.report_id for update;
    if report.id is null or report.version <> f.report_version then continue; end if;
    if f.old is null then
      delete from component_year y where y.id = f.report_id;
    else
      was := jsonb_populate_record(null::component_year, f.old);
      update component_year y set report_valuer_id = was.report_valuer_id, comments = was.comments, handcrafted = was.handcrafted,
        carried_from = was.carried_from, brought_from = was.brought_from, updated_by = app_user_id(), version = y.version + 1
      where y.id = f.report_id;
    end if;
    insert into audit (user_id, table_name, row_id, action, from_version, fields, district_code, synthetic)
    select app_user_id(), 'component_year', f.report_id, case when f.old is null then 'delete' else 'update' end, report.version,
      jsonb_object_agg(c.key, jsonb_build_object('old', c.value, 'new', f.old -> c.key)), f.district_code, f.synthetic
    from jsonb_each(to_jsonb(report)) c
    where c.key in ('report_valuer_id', 'comments', 'handcrafted', 'carried_from', 'brought_from')
      and c.value is distinct from coalesce(f.old -> c.key, 'null')
    having count(*) > 0;
    update component_forward c set undone_at = now(), updated_by = app_user_id(), version = c.version + 1 where c.id = f.id;
    n := n + 1;
  end loop;
  if n = 0 then raise exception 'Somebody has worked on what was brought forward since. Nothing is taken back.'; end if;
  return n;
end $$;

comment on table component_forward is 'Component reports that were brought forward from the year before, with what stood there.';
comment on column component_forward.report_version is 'The version of the report that the run wrote.';
comment on function forward_members is 'Which components'' reports may be brought forward, what comes of them, and why others do not. Writes nothing.';
