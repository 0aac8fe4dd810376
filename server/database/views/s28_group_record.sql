-- Section 28 groups with what lists show of them.

select g.*,
  u.full_name as valuer_name,
  (select count(*)::integer from s28_member m where m.group_id = g.id) as n_members,
  (select sum(l.value)::bigint from s28_line l where l.group_id = g.id) as lines_total,
  (select sum(v.land_value::bigint)::bigint from s28_member m join property_value v on v.property_id = m.property_id
    and v.series = 'LT' and v.base_date = g.base_date where m.group_id = g.id) as members_total
from s28_group g
left join app_user u on u.id = g.valuer_id
