-- Roles with who has them and how many rights they give.

select r.*,
  (select count(*)::integer from role_permission p where p.role_id = r.id) as permission_count,
  (select count(*)::integer from user_role m where m.role_id = r.id) as user_count,
  (select string_agg(u.full_name, ', ' order by u.full_name) from user_role m join app_user u on u.id = m.user_id
    where m.role_id = r.id) as user_names
from role r
