-- A number that is cast from JSON in a join may fail, so that row security comes first and no index is read: each save of a
-- supp with further properties looked through all properties, 2.4 s of 2.7 million. Cast beforehand, it is a number like any other.
create or replace function supp_rules(before jsonb, after jsonb) returns table (pointer text, message text)
language plpgsql stable set search_path = public, pg_temp as $$
begin
  if after is null then return; end if;
  if before is null then
    return query select '/property_id', format('Property %s is cancelled. A cancelled property takes no supp.', p.id)
      from property p where p.id = (after ->> 'property_id')::bigint and p.status = 'X';
  end if;
  return query
    select format('/related/%s/property_id', r.n - 1), case
      when p.id is null then format('Property %s does not exist, or you may not see it.', r.row ->> 'property_id')
      when p.district_code <> after ->> 'district_code' then format('Property %s lies in another district.', p.id)
      else format('Property %s stands here twice.', p.id) end
    from (select row, n, (row ->> 'property_id')::bigint as property_id, row_number() over (partition by row ->> 'property_id' order by n) as place
      from jsonb_array_elements(after -> 'related') with ordinality e (row, n)) r
    left join property p on p.id = r.property_id
    where p.id is null or p.district_code <> after ->> 'district_code' or r.place > 1
    order by r.n;
  return query
    select format('/supp_values/%s/base_date', r.n - 1), case when r.place > 1 then 'This base date and series stand here twice.'
      else 'A base date is a 1 July.' end
    from (select row, n, row_number() over (partition by row ->> 'base_date', row ->> 'series' order by n) as place
      from jsonb_array_elements(after -> 'supp_values') with ordinality e (row, n)) r
    where r.place > 1 or r.row ->> 'base_date' !~ '-07-01$'
    order by r.n;
end $$;

create or replace function link_take_back(runs bigint[]) returns void
language plpgsql set search_path = public, pg_temp as $$
declare
  why text;
  one record;
begin
  for one in select r.id, r.district_code, r.base_date, r.synthetic, r.state, (r.created_at at time zone 'Australia/Sydney')::date as day
    from link_run r where r.id = any (runs) order by r.id desc for update
  loop
    why := link_held(one.id, runs);
    if why is not null then raise exception '%', why; end if;
    delete from analysis_benchmark l using link_run_line x
    where x.run_id = one.id and x.what = 'ADDED' and l.id = x.link_id and l.run_id = one.id;
    insert into analysis_benchmark overriding system value
    with removed as materialized (
      select x.link_id, jsonb_populate_record(null::analysis_benchmark, x.old) as link
      from link_run_line x
      where x.run_id = one.id and x.what = 'REMOVED'
    )
    select (r.link).*
    from removed r
    where exists (select from analysis a where a.id = (r.link).analysis_id)
      and exists (select from property p where p.id = (r.link).property_id)
    order by r.link_id on conflict do nothing;
    delete from component_year y using link_run_line x
    where x.run_id = one.id and x.what = 'YEAR' and x.old is null and y.district_code = x.district_code and y.component_code = x.component_code
      and y.synthetic = x.synthetic and y.base_date = one.base_date and y.version = 1;
    update component_year y
    set last_link_on = (x.old ->> 'last_link_on')::date, updated_by = app_user_id(), version = y.version + 1
    from link_run_line x
    where x.run_id = one.id and x.what = 'YEAR' and y.district_code = x.district_code and y.component_code = x.component_code
      and y.synthetic = x.synthetic and y.base_date = one.base_date and y.last_link_on = one.day;
    update link_run r set state = 'UNDONE', undone_at = now(), undone_by = app_user_id(), updated_by = app_user_id(), version = r.version + 1
    where r.id = one.id;
  end loop;
end $$;
