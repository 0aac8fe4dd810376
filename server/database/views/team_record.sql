-- Teams with their lead and the names of their members.

select t.*,
  l.full_name as lead_name,
  (select count(*)::integer from team_member m where m.team_id = t.id) as member_count,
  (select string_agg(u.full_name, ', ' order by u.full_name) from team_member m join app_user u on u.id = m.user_id
    where m.team_id = t.id) as member_names
from team t
left join app_user l on l.id = t.lead_id
