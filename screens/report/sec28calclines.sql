-- By which lines was the value of each section 28 group found?
-- Groups of the year after the base year, which is under work. A line is worth quantity × rate.
select l.id as line_id, g.id as group_id, g.district_code, g.district_code || ' ' || g.name as group_key, g.name as group_name, l.seq,
  l.description as line_description, l.qty as line_quantity, l.unit as line_unit, l.rate as line_rate, l.value as line_value
from s28_line as l
join s28_group as g on g.id = l.group_id
where g.base_date = base_date_of(:year::integer + 1)
  and g.district_code = any(:districts::text[])
