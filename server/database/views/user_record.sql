-- Users with their activity and the names of their roles, teams and regions.

select u.*,
  coalesce(a.failed_logins, 0) as failed_logins,
  a.last_active,
  (select string_agg(r.title, ', ' order by r.title) from user_role m join role r on r.id = m.role_id
    where m.user_id = u.id) as role_titles,
  (select string_agg(t.name, ', ' order by t.name) from team_member m join team t on t.id = m.team_id
    where m.user_id = u.id) as team_names,
  (select string_agg(r.name, ', ' order by r.name) from user_region m join contract_region r on r.id = m.region_id
    where m.user_id = u.id) as region_names
from app_user u
left join user_activity a on a.user_id = u.id
