-- A valuation is found by its number, else by asset, district and day of request. What a file leaves empty stays.
with line as (
  select l.*, count(*) over (partition by coalesce(l.id::text, concat_ws('/', l.district_code, l.asset_name, l.requested_on))) as times
  from jsonb_to_recordset(:rows::jsonb) as l (line integer, id bigint, asset_name text, district_code text, suburb text, purpose text,
    value_date date, method text, assessed_value bigint, requested_on date, due_on date, inspected_on date, completed_on date, parcels jsonb)
), told as (
  select l.*, v.id as of_id, v.version, v.status, v.district_code::text as lies, v.suburb as had_suburb, v.purpose as had_purpose,
    v.value_date as had_date, v.method as had_method, v.assessed_value::bigint as had_value, v.requested_on as had_requested,
    v.due_on as had_due, v.inspected_on as had_inspected, v.completed_on as had_completed, v.asset_name as had_name
  from line l
  left join lateral (
    select v.* from lamc_valuation v
    where case when l.id is not null then v.id = l.id else v.district_code = l.district_code and v.asset_name = l.asset_name
      and v.requested_on is not distinct from l.requested_on end
    order by v.id limit 1) v on true
), differing as (
  select t.line, jsonb_agg(jsonb_build_object('field', f.field, 'old_value', f.old_value, 'new_value', f.new_value) order by f.field) as changes
  from told t cross join lateral (values ('asset_name', t.had_name, t.asset_name), ('suburb', t.had_suburb, t.suburb),
    ('purpose', t.had_purpose, t.purpose), ('value_date', t.had_date::text, t.value_date::text), ('method', t.had_method, t.method),
    ('assessed_value', t.had_value::text, t.assessed_value::text), ('requested_on', t.had_requested::text, t.requested_on::text),
    ('due_on', t.had_due::text, t.due_on::text), ('inspected_on', t.had_inspected::text, t.inspected_on::text),
    ('completed_on', t.had_completed::text, t.completed_on::text)) f (field, old_value, new_value)
  where t.status = 'FINAL' and f.new_value is not null and f.new_value is distinct from f.old_value
  group by t.line
)
select t.line, t.of_id as id, t.version, coalesce(t.lies, t.district_code) as district_code, t.asset_name,
  coalesce(t.suburb, t.had_suburb) as suburb, coalesce(t.purpose, t.had_purpose) as purpose, coalesce(t.value_date, t.had_date) as value_date,
  coalesce(t.method, t.had_method) as method, coalesce(t.assessed_value, t.had_value) as assessed_value,
  coalesce(t.requested_on, t.had_requested) as requested_on, coalesce(t.due_on, t.had_due) as due_on,
  coalesce(t.inspected_on, t.had_inspected) as inspected_on, coalesce(t.completed_on, t.had_completed) as completed_on,
  coalesce((select jsonb_agg(jsonb_strip_nulls(jsonb_build_object('id', o.id, 'parcel_id', c.id)) order by p.n)
      from jsonb_array_elements_text(t.parcels) with ordinality p (cadid, n) join crown_parcel c on c.cadid = p.cadid
      left join lamc_parcel o on o.lamc_valuation_id = t.of_id and o.parcel_id = c.id),
    (select jsonb_agg(jsonb_build_object('id', o.id, 'parcel_id', o.parcel_id) order by o.posn, o.id)
      from lamc_parcel o where o.lamc_valuation_id = t.of_id), '[]') as parcels,
  case when t.times > 1 then format('“%s” stands in %s lines.', t.asset_name, t.times)
    when t.id is not null and t.of_id is null then format('There is no LAMC valuation %s in your districts.', t.id)
    when not exists (select from district d where d.code = t.district_code) then format('There is no district “%s”.', t.district_code)
    when t.lies <> t.district_code then format('“%s” lies in district %s, the file says %s.', t.asset_name, t.lies, t.district_code)
    else (select format('There is no CLE parcel of CADID %s in your districts.', min(p.cadid))
      from jsonb_array_elements_text(coalesce(t.parcels, '[]')) p (cadid)
      where not exists (select from crown_parcel c where c.cadid = p.cadid) having count(*) > 0) end as refused,
  case when t.status = 'FINAL' and f.line is not null then 'conflict' when t.status = 'FINAL' then 'same' end as fate,
  case when t.status = 'FINAL' and f.line is not null then 'It is final. What the file says was not written.' end as message,
  f.changes
from told t
left join differing f on f.line = t.line
order by t.line
