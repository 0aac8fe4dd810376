-- What each member of a section 28 group gets: by weight and rounded; the largest (of equals the lowest PID) takes the rest, so
-- that the sum is the group's value.

select r.id, r.group_id, r.property_id, r.weight, r.base_date, r.district_code, r.name, r.share,
  case when r.share is null then null
    when r.place > 1 then r.own
    else r.group_value - coalesce(sum(r.own) filter (where r.place > 1) over (partition by r.group_id), 0) end::bigint as value
from (
  select s.*, s.weight / nullif(s.total, 0) as share, round_land_value(s.group_value * s.weight / nullif(s.total, 0)) as own
  from (
    select m.id, m.group_id, m.property_id, m.weight, g.base_date, g.district_code, g.name, g.value::bigint as group_value,
      sum(m.weight) over (partition by m.group_id) as total,
      row_number() over (partition by m.group_id order by m.weight desc nulls last, m.property_id) as place
    from s28_member m join s28_group g on g.id = m.group_id) s) r
