-- What is set, read by one function without others inside: reports of an office ask for each of its districts.

create or replace function setting_number(key text, region bigint default null) returns numeric
language sql stable parallel safe
return coalesce(
  (select s.number from public.setting s where s.key = setting_number.key and s.region_id = region limit 1),
  (select s.number from public.setting s where s.key = setting_number.key and s.region_id is null limit 1),
  (select k.default_number from public.setting_kind k where k.key = setting_number.key));

create or replace function setting_flag(key text, region bigint default null) returns boolean
language sql stable parallel safe
return coalesce(
  (select s.flag from public.setting s where s.key = setting_flag.key and s.region_id = region limit 1),
  (select s.flag from public.setting s where s.key = setting_flag.key and s.region_id is null limit 1),
  (select k.default_flag from public.setting_kind k where k.key = setting_flag.key));

create or replace function setting_text(key text, region bigint default null) returns text
language sql stable parallel safe
return coalesce(
  (select s.text from public.setting s where s.key = setting_text.key and s.region_id = region limit 1),
  (select s.text from public.setting s where s.key = setting_text.key and s.region_id is null limit 1),
  (select k.default_text from public.setting_kind k where k.key = setting_text.key));

drop function setting_row(text, bigint);
