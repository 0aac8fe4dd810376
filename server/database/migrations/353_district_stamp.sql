-- What changes when records of a district do: its history, files that reached it, and factors, which write many values in one run
-- without an entry for each. The options count too, since reports take their limits from them.
create function district_stamp(of_district text) returns text
language sql stable
return concat_ws(' ',
  (select max(a.id) from public.audit a where a.district_code = of_district),
  (select concat_ws('-', max(f.id), count(*) filter (where f.state = 'done'), count(*) filter (where f.state = 'undone'))
    from public.import_file f where of_district = any (f.districts)),
  (select concat_ws('-', max(r.id), count(*) filter (where r.state = 'UNDONE')) from public.factor_run r where r.district_code = of_district),
  (select round(extract(epoch from max(s.updated_at))) from public.setting s));
comment on function district_stamp is 'Another text whenever records of the district, or the options, have changed.';
