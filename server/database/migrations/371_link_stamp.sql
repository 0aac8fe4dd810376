-- As in 353, and linking in bulk, which writes many links in one run without an entry for each.
create or replace function district_stamp(of_district text) returns text
language sql stable
return concat_ws(' ',
  (select max(a.id) from public.audit a where a.district_code = of_district),
  (select concat_ws('-', max(f.id), count(*) filter (where f.state = 'done'), count(*) filter (where f.state = 'undone'))
    from public.import_file f where of_district = any (f.districts)),
  (select concat_ws('-', max(r.id), count(*) filter (where r.state = 'UNDONE')) from public.factor_run r where r.district_code = of_district),
  (select concat_ws('-', max(r.id), count(*) filter (where r.state = 'UNDONE')) from public.link_run r where r.district_code = of_district),
  (select round(extract(epoch from max(s.updated_at))) from public.setting s));
