-- What is each section 28 group worth, and how did it move?
-- A group is known by its name within its district: its value at 1 July of the base year stands beside that of the year after.
select coalesce(b.id, a.id) as group_id,
  coalesce(b.district_code, a.district_code) as district_code,
  coalesce(b.name, a.name) as group_name,
  (select count(*)::integer from s28_member as m where m.group_id = coalesce(b.id, a.id)) as members,
  a.value as group_v0,
  b.value as group_v1,
  b.value::numeric / nullif(a.value::numeric, 0) - 1 as group_change,
  (select u.full_name from app_user as u where u.id = coalesce(b.valuer_id, a.valuer_id)) as group_valuer,
  b.reviewed_on
from (select * from s28_group where base_date = base_date_of(:year::integer)) as a
full join (select * from s28_group where base_date = base_date_of(:year::integer + 1)) as b
  on b.district_code = a.district_code and b.name = a.name and b.synthetic = a.synthetic
where coalesce(b.district_code, a.district_code) = any(:districts::text[])
