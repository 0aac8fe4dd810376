-- Annual values by file, as the export of them writes them: all columns of a value, in one line.
create function annual_value_lines(rows jsonb) returns table (
  line integer, pid bigint, base_date date, land_value bigint, authority_code text, basis_code text, method text, details jsonb
) language sql immutable
begin atomic
  select l.line, l.pid, l.base_date, l.land_value, l.authority_code, l.basis_code, coalesce(l.method, 'I'),
    jsonb_build_object('onsite_allowance', l.onsite_allowance, 'offsite_allowance', l.offsite_allowance,
      'subdivider_allowance', l.subdivider_allowance, 'stratum_allowance', l.stratum_allowance, 'heritage_value', l.heritage_value,
      'muaf_pct', l.muaf_pct, 'mdaf_pct', l.mdaf_pct, 'unutilised_value', l.unutilised_value, 'attributable_part', l.attributable_part,
      'factor_applied', l.factor, 'factor_component', case when l.factor is not null then l.component_code end,
      'risk_rating', l.risk_rating, 'verification_type', l.verification_type, 'verified_on', l.verified_on)
  from jsonb_to_recordset(rows) as l (line integer, pid bigint, base_date date, land_value bigint, authority_code text, basis_code text,
    onsite_allowance bigint, offsite_allowance bigint, subdivider_allowance bigint, stratum_allowance bigint, heritage_value bigint,
    muaf_pct numeric, mdaf_pct numeric, unutilised_value bigint, attributable_part bigint, method text, component_code text,
    factor numeric, risk_rating text, verification_type text, verified_on date);
end;

create function annual_values_import(of_file bigint, rows jsonb, options jsonb) returns table (
  line integer, district_code text, action text, item_id bigint, field text, old_value text, new_value text, message text
) language plpgsql set search_path = public, pg_temp set enable_nestloop = off as $$
#variable_conflict use_column
begin
  return query
    select f.line, null::text, 'error', f.pid, null::text, null::text, null::text, f.fault from (
      select l.line, l.pid, case
          when to_char(l.base_date, 'MM-DD') <> '07-01' then format('Base date is %s; a base date is a 1 July.', l.base_date)
          when count(*) over (partition by l.pid, l.base_date) > 1
              or (l.pid, l.base_date) in (select i.property_id, i.base_date::date from received_land_value i where i.file_id = of_file)
            then format('Property %s stands in the file twice with %s.', l.pid, l.base_date)
          when p.id is null then format('There is no property %s in your districts.', l.pid) end as fault
      from annual_value_lines(rows) l left join property p on p.id = l.pid) f
    where f.fault is not null order by f.line limit 1;
  if found then return; end if;

  insert into received_land_value (property_id, district_code, synthetic, base_date, land_value, authority_code, basis_code, method, details,
    file_id, line_no, created_by)
  select l.pid, p.district_code, p.synthetic, l.base_date, l.land_value, l.authority_code, l.basis_code, l.method, l.details, of_file, l.line,
    app_user_id()
  from annual_value_lines(rows) l join property p on p.id = l.pid
  where app_work_districts() is null or p.district_code::text = any (app_work_districts())
  order by l.line;
  perform received_values_settle(of_file, coalesce((options ->> 'unconfirmed')::boolean, false));

  return query
    with log as materialized (
      select g.* from (select min(l.line) as low, max(l.line) as high from annual_value_lines(rows) l) r
      cross join lateral received_values_log(of_file, r.low, r.high) g),
    whole as (
      select l.line, p.district_code::text as district, p.id as pid, g.fates[1] as fate, p.status,
        case g.fates[1] when 'differs' then 'conflict' when 'replaced' then 'changed' when 'made' then 'new' else 'same' end as action
      from annual_value_lines(rows) l join property p on p.id = l.pid left join log g on g.line = l.line and g.field is null)
    select o.* from (
      select w.line, w.district, w.action, w.pid, null::text as field, null::text, null::text,
        case when w.fate = 'kept' then case when w.status = 'X' then 'It is cancelled: its values are only received.'
          else 'Values of 0 and of closed years are only received.' end end
      from whole w
      union all
      select g.line, w.district, w.action, w.pid, g.field, g.old_value, g.new_value, g.message
      from log g join whole w on w.line = g.line where g.field is not null) o
    order by o.line, o.field nulls first;
end $$;
